/** From a wallet to the one storage key that belongs to it, on whichever device. */
import { sameIdentity } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import type { Environment } from '../../../schemas/environment.ts'
import type { Enrolment } from '../../../schemas/wallet.ts'
import { deriveStorageKeypair } from '../../sdk/derive.ts'
import { AndironError } from '../../sdk/errors.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../../sdk/key-pair.ts'
import { openFor, type Person, type SealingReason, sealFor } from './person.ts'
import { readRecovery, recoveryFileOf } from './recovery.ts'
import { type Session, signInWith } from './session.ts'
import type { Account, Wallet } from './wallet.ts'

interface Scene {
  readonly account: Account
  readonly session: Session
  readonly environment: Environment
  readonly person: Person
}

/**
 * The storage key of the person whose wallet it is. The first time, the wallet is enrolled; later, and on other devices, the key is the
 * one that it was enrolled with, or none: never another one without the person's word.
 * @throws TurnedBack, Refused, AndironError
 */
export async function identityOf(
  wallet: Wallet,
  environment: Environment,
  person: Person,
): Promise<StorageKeyPair> {
  const account = await wallet.connect()
  const session = await signInWith(account)
  const scene: Scene = { account, session, environment, person }
  const { enrolment } = session
  if (!enrolment) return enrol(scene)
  return enrolment.wrapped ? unlock(scene, enrolment, enrolment.wrapped) : deriveAgain(scene, enrolment)
}

/** @param replaces - the key that the person gave up */
async function enrol(scene: Scene, replaces?: string): Promise<StorageKeyPair> {
  const { session } = scene
  if (session.account === 'contract') return enrolSealed(scene, 'contract', replaces)
  try {
    const keyPair = await derive(scene, true)
    await session.enrol(keyPair, { ...(replaces !== undefined && { replaces }) })
    return keyPair
  } catch (error) {
    if (!(error instanceof AndironError) || error.code !== 'AND_WALLET_NOT_DETERMINISTIC') throw error
    return enrolSealed(scene, 'differs', replaces)
  }
}

/** A key that follows from nothing, and is kept by the service under what only the person has. */
async function enrolSealed(scene: Scene, why: SealingReason, replaces?: string): Promise<StorageKeyPair> {
  const { session, environment, person } = scene
  const keyPair = storageKeyPairOf(createKeyPair().privateKey, environment.didPrefix)
  const { did, privateKey } = keyPair
  const wrapped = await sealFor(person, why, privateKey, did)
  await session.enrol(keyPair, { wrapped, ...(replaces !== undefined && { replaces }) })
  await person.keepRecovery(recoveryFileOf(keyPair))
  return keyPair
}

async function deriveAgain(scene: Scene, { did }: Enrolment): Promise<StorageKeyPair> {
  const { environment, person } = scene
  const keyPair = await derive(scene, false)
  if (sameIdentity(keyPair.did, did, [environment.didPrefix])) return keyPair
  await person.giveUp(did, 'differs')
  return enrol(scene, did)
}

async function unlock(
  scene: Scene,
  { did }: Enrolment,
  wrapped: NonNullable<Enrolment['wrapped']>,
): Promise<StorageKeyPair> {
  const { session, environment, person } = scene
  const key = await openFor(person, wrapped, did, async opening => {
    if (opening.way === 'lost') {
      await person.giveUp(did, 'forgotten')
      return (await enrol(scene, did)).privateKey
    }
    const keyPair = readRecovery(opening.text, did, environment.didPrefix)
    const { privateKey } = keyPair
    await session.enrol(keyPair, { wrapped: await sealFor(person, 'recovered', privateKey, keyPair.did) })
    return privateKey
  })
  return storageKeyPairOf(key, environment.didPrefix)
}

/** The signature is key material: nothing keeps it. */
async function derive({ account, environment }: Scene, verifyDeterminism: boolean): Promise<StorageKeyPair> {
  const { address, signTypedData } = account
  const { sessionKeyPair } = await deriveStorageKeypair(signTypedData, address, {
    environment,
    verifyDeterminism,
  })
  return sessionKeyPair
}
