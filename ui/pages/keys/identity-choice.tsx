/** The choice of an identity: one that this browser knows, or that of a wallet. */
import { type ReactNode, useRef, useState } from 'react'
import type { Environment } from '../../../schemas/environment.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { DataReference } from '../../sdk/nodes.ts'
import { dayAt, joined } from '../shell/language/formats.ts'
import { words } from '../shell/language/page-texts.ts'
import { Face, hasFace } from './avatar.tsx'
import { type Doubt, Doubted } from './empty-profile-warning.tsx'
import { Bring } from './import-key.tsx'
import { usePerson } from './key-prompts.tsx'
import type { Keyring } from './keyring.ts'
import {
  createIdentity,
  forgetIdentity,
  identityOf,
  type KnownIdentity,
  openIdentity,
} from './storage-keys.ts'
import type { Wallet } from './wallet.ts'
import { Choice, Choices, type ChoicesProps, WalletChoices } from './wallet-list.tsx'

export interface IdentityChoiceProps extends Pick<ChoicesProps, 'legend' | 'step'> {
  readonly keyring: Keyring
  /** The status while the step runs, for the person: `Signing …`. */
  readonly doing: string
  /** Called with the key pair, and with its records if they were listed; its promise is part of the step. */
  readonly onChosen: (keyPair: StorageKeyPair, listed?: readonly DataReference[]) => Promise<void> | void
  /** More about a profile that this browser knows: what is in it. */
  readonly about?: (identity: KnownIdentity) => ReactNode
  /**
   * Called before a key is made in this browser: `make` goes on. Without it, the choice itself asks first, and
   * offers to bring a profile.
   */
  readonly onNew?: (make: () => void) => void
  /** Asks also before it opens the profile of a wallet in which nothing is stored. */
  readonly doubtsEmpty?: boolean
}

/**
 * The choice of an identity. Prompts about a wallet replace it while they are open.
 * @example
 * ```tsx
 * const step = useStep()
 * <IdentityChoice {...{ keyring, step }} legend="Store with the key of" doing="Storing …" onChosen={store} />
 * ```
 */
export function IdentityChoice(props: IdentityChoiceProps): ReactNode {
  const { keyring, legend, step, doing, onChosen, about, onNew, doubtsEmpty = false } = props
  const { vault, environment, known } = keyring
  const { person, question } = usePerson()
  const [doubt, setDoubt] = useState<Doubt>()
  /** True once the person has agreed to a new, empty profile. */
  const isExpected = useRef(false)
  if (question) return question
  if (doubt) return <Doubted {...doubt} step={step} />

  const chooseWallet = (wallet: Wallet) =>
    step.run(doing, async () => {
      const keyPair = await createIdentity(vault, wallet, environment, person)
      const isDoubtful = doubtsEmpty && !isExpected.current && !known.some(({ did }) => did === keyPair.did)
      if (!isDoubtful) return onChosen(keyPair)
      // An error here is no reason to refuse: the profile says itself what cannot be read.
      const listed = await recordsOf(keyPair, environment).catch(() => undefined)
      if (listed?.length !== 0) return onChosen(keyPair, listed)
      setDoubt({
        why: 'empty',
        go: () => step.run(doing, async () => onChosen(keyPair)),
        back: () =>
          step.run(words.moment, async () => {
            await forgetIdentity(vault, identityOf(keyPair.did))
            setDoubt(undefined)
          }),
      })
    })
  const askFirst = (make: () => void) =>
    setDoubt({
      why: 'new',
      go() {
        isExpected.current = true
        setDoubt(undefined)
        make()
      },
      back: () => setDoubt(undefined),
    })
  return (
    <>
      <Choices {...{ legend, step }}>
        {known.map(identity => (
          <Choice
            key={identity.name}
            onChoose={() =>
              step.run(doing, async () => onChosen(await openIdentity(vault, identity, environment)))
            }
          >
            <Known {...{ identity, isOne: known.length === 1 }} about={about?.(identity)} />
          </Choice>
        ))}
        <WalletChoices {...{ vault, person }} onNew={onNew ?? askFirst} onChoose={chooseWallet} />
      </Choices>
      {!onNew && <Bring {...{ keyring, step, doing }} onBrought={onChosen} />}
    </>
  )
}

interface KnownProps {
  readonly identity: KnownIdentity
  /** True for the only profile of this browser. */
  readonly isOne: boolean
  readonly about?: ReactNode
}

/** A profile that this browser knows, as its person tells it from others. */
export const Known = ({ identity: { did, memory }, isOne, about }: KnownProps): ReactNode => (
  <span className="known">
    {hasFace(memory) && <Face label={memory} />}
    <span>
      {memory.name === undefined ? words.usedBefore : <bdi>{memory.name}</bdi>}{' '}
      <small>
        {joined(
          [
            memory.name !== undefined && words.usedHere,
            memory.usedAt !== undefined && words.lastOn({ date: dayAt(memory.usedAt) }),
            memory.name === undefined && !isOne && endOf(did),
          ].filter(each => each !== false),
        )}
      </small>{' '}
      {about !== undefined && <small>{about}</small>}
    </span>
  </span>
)

async function recordsOf(
  keypair: StorageKeyPair,
  { nodes, didPrefix }: Environment,
): Promise<readonly DataReference[]> {
  // Loaded on demand: a profile that is known here is not doubted.
  const { createNodeClient } = await import('../../sdk/nodes.ts')
  return createNodeClient({ keypair, nodes, didPrefix }).listData()
}

/** The end of a DID: it tells the profiles of a browser apart. */
export const endOf = (did: string): string => words.endingIn({ end: did.slice(-6) })

/** A DID, shortened so that people can still tell it apart. */
export const shortened = (did: string): string => `${did.slice(0, 16)}…${did.slice(-6)}`
