/** Keys from a wallet: derived from a signature that the wallet can always make again. */
import { equal, toHex } from '../../core/crypto/bytes.ts'
import {
  type AuthMessage,
  deriveStorageKey,
  normalizeWalletSignature,
  storageKeyTypedData,
} from '../../core/crypto/derive.ts'
import {
  hashTypedData,
  recoverAddress,
  sameAddress,
  type TypedData,
  withDomainType,
} from '../../core/crypto/eip712.ts'
import { CryptoError } from '../../core/crypto/errors.ts'
import { type EnvironmentInput, loadEnvironment } from './environment.ts'
import { sdkError } from './errors.ts'
import { StorageKeyPair } from './key-pair.ts'

/** EIP-712 typed data, `EIP712Domain` written out, as `eth_signTypedData_v4` takes it. */
export type WalletTypedData = Pick<TypedData, keyof TypedData>

/** Asks a wallet for its signature of typed data: 65 bytes in hex. */
export type SignTypedData = (typedData: WalletTypedData) => Promise<string>

export interface DerivationOptions {
  /** Whose EIP-712 domain name and DID prefix are used; without it the defaults, and no request is made. */
  readonly environment?: EnvironmentInput
  /** Name of the EIP-712 domain, in place of the environment's. Another name is another key. */
  readonly domainName?: string
  /** Primary type of the EIP-712 typed data, which wallets show. Another type is another key. @default 'SessionKeyAuthorization' */
  readonly primaryType?: string
  /** What only the person knows; another secret is another key. @default '' */
  readonly secret?: string
  /** Another key for the same wallet. @default {context: 'nillion', keyId: '1'} */
  readonly authMessage?: Partial<AuthMessage>
  /**
   * `false` in later sessions, once the key is known: the wallet is then asked for one signature instead of two.
   * @default true
   */
  readonly verifyDeterminism?: boolean
}

/** A derived key, and how it came about. */
export interface SessionKeyData {
  readonly sessionKeyPair: StorageKeyPair
  /** What the wallet signed to authorise the key. */
  readonly authorizationProof: WalletTypedData
  /** The checksummed address of the account that signed. */
  readonly authorizedBy: string
  /**
   * The wallet's signature: the key follows from it, so it stays where it is. It is not enumerable: a log line, a spread
   * and JSON leave it out.
   */
  readonly signature: string
}

/** The key under which a person stores: a context of its own keeps it apart from every application's. */
const STORAGE_KEY: AuthMessage = { context: 'nillion', keyId: '1' }
const APPLICATION_CONTEXT = 'application'

/**
 * Derives a person's storage key from their wallet: the same wallet, secret and auth message always give the same key. The first time, the
 * wallet signs twice and both signatures are compared.
 * @param signFn - signs EIP-712 typed data: `eth_signTypedData_v4` of a wallet, or `signFn` of `createSoftwareWallet`
 * @param signerAddress - the account that signs
 * @param options - see {@link DerivationOptions}; another value of most of them is another key
 * @throws AndironError `AND_WALLET_MISMATCH`, `AND_WALLET_NOT_SUPPORTED`, `AND_WALLET_NOT_DETERMINISTIC`
 * @example
 * ```ts
 * const { sessionKeyPair } = await deriveStorageKeypair(wallet.signFn, wallet.address, { environment })
 * ```
 */
export async function deriveStorageKeypair(
  signFn: SignTypedData,
  signerAddress: string,
  options: DerivationOptions = {},
): Promise<SessionKeyData> {
  const { secret = '', verifyDeterminism = true, primaryType } = options
  const { domainName, prefix } = await namesOf(options)
  const authMessage = { ...STORAGE_KEY, ...options.authMessage }
  const typedData = withDomainType(
    storageKeyTypedData(authMessage, {
      ...(domainName !== undefined && { domainName }),
      ...(primaryType !== undefined && { primaryType: checkedType(primaryType) }),
    }),
  )

  const signature = readSignature(await signFn(typedData), signerAddress)
  const authorizedBy = recoverAddress(hashTypedData(typedData), signature)
  if (!sameAddress(authorizedBy, signerAddress)) throw sdkError('AND_WALLET_MISMATCH', [signerAddress])
  if (verifyDeterminism && !equal(signature, readSignature(await signFn(typedData), signerAddress))) {
    throw sdkError('AND_WALLET_NOT_DETERMINISTIC')
  }
  const session = {
    sessionKeyPair: new StorageKeyPair(deriveStorageKey({ signature, secret, authMessage }), prefix),
    authorizationProof: typedData,
    authorizedBy,
  }
  return Object.defineProperty(session, 'signature', { value: `0x${toHex(signature)}` }) as SessionKeyData
}

/**
 * Derives the key of an application from its control key, by the same procedure. Each application has its own.
 * @param signFn - signs EIP-712 typed data
 * @param signerAddress - the account of the control key
 * @param applicationId - another id is another key
 * @param options - see {@link DerivationOptions}
 * @throws AndironError `AND_WALLET_MISMATCH`, `AND_WALLET_NOT_SUPPORTED`, `AND_WALLET_NOT_DETERMINISTIC`
 */
export async function deriveApplicationKeypair(
  signFn: SignTypedData,
  signerAddress: string,
  applicationId: string,
  options: Omit<DerivationOptions, 'authMessage'> = {},
): Promise<SessionKeyData> {
  const authMessage = { context: APPLICATION_CONTEXT, keyId: applicationId }
  return deriveStorageKeypair(signFn, signerAddress, { ...options, authMessage })
}

/** Types that EIP-712 defines itself. */
const TAKEN = /^(EIP712Domain|string|bool|address|bytes\d*|u?int\d*)$/

/** A name that EIP-712 can encode: other characters would change the encoded type, and two types could have one encoding. */
function checkedType(primaryType: string): string {
  const isName = typeof primaryType === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(primaryType)
  if (isName && !TAKEN.test(primaryType)) return primaryType
  throw sdkError('AND_INVALID_PRIMARY_TYPE')
}

async function namesOf({ environment, domainName }: DerivationOptions) {
  if (environment === undefined) return { domainName, prefix: undefined }
  const { eip712Domain, didPrefix } = await loadEnvironment(environment)
  return { domainName: domainName ?? eip712Domain.name, prefix: didPrefix }
}

function readSignature(signature: string, signerAddress: string): Uint8Array {
  try {
    return normalizeWalletSignature(signature)
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw sdkError('AND_WALLET_NOT_SUPPORTED', [signerAddress], { cause })
  }
}
