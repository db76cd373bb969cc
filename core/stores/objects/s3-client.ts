/** The client of an S3-compatible store, with the settings that all of them accept. */
import { S3Client } from '@aws-sdk/client-s3'

export interface S3ClientOptions {
  readonly region: string
  /** The URL of a store other than AWS; the bucket is then the first part of the path. */
  readonly endpoint?: string | undefined
  /**
   * By default the credentials that the AWS SDK finds: in the environment, or from the role of the machine.
   */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

// A warning about versions of Node, which the SDK writes to the log of who runs the gateway: the range that andiron
// supports is in its manifest, and a new SDK is taken with its tests.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'

export function createS3Client({ region, endpoint, credentials }: S3ClientOptions): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Otherwise the client sends the checksum of an empty body, and newer stores then enforce it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, socketTimeout: 30_000 },
  })
}
