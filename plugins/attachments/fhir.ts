/** Files in FHIR's REST API. */
import type { FhirType } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'

export const binaries: FhirType = {
  type: 'Binary',
  collection: uids.Binary,
  description: 'A file of a person: the decrypted bytes, or a Binary with `Accept: application/fhir+json`.',
  async content(id, context) {
    const file = await context.app.files.open(context.caller, id, context)
    if (!file) return undefined
    const { binary, headers } = file
    return { record: binary, contentType: binary.file_type, headers, stream: () => file.stream() }
  },
}
