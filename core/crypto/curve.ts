/** secp256k1 from @noble, wired to its synchronous hashes: the only file that imports the curve. */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { getPublicKey, hashes, Point, recoverPublicKey, sign, utils, verify } from '@noble/secp256k1'

hashes.sha256 = sha256
hashes.hmacSha256 = (key, message) => hmac(sha256, key, message)

const { isValidSecretKey } = utils

/** The order of the group. */
const ORDER = Point.CURVE().n

export { getPublicKey, isValidSecretKey, ORDER, Point, recoverPublicKey, sha256, sign, verify }
