/** The plan of a run: faults and operations of each epoch, drawn from a seed. */
import { createHash } from 'node:crypto'
import { GATEWAYS, type GatewayName, NODES, PARTS, type PartName } from './deployment.ts'

/** Milliseconds in which the faults of an epoch begin and clients write. */
export const EPOCH_MS = 8_000

/**
 * `suspend` pauses a part while six minutes pass for all others, which exceeds every lease; `step` sets one clock. `cut`,
 * `hang`, `slow` and `lie` are faults of a link, of one caller or of all (`*`).
 */
export type Fault = {
  /** Milliseconds after the beginning of the epoch. */
  readonly at: number
  readonly milliseconds: number
} & (
  | { readonly kind: 'kill' | 'pause' | 'suspend'; readonly part: PartName }
  | { readonly kind: 'step'; readonly part: PartName; readonly seconds: number }
  | { readonly kind: 'failover'; readonly seconds: number }
  | { readonly kind: 'cut' | 'hang' | 'lie'; readonly part: PartName; readonly from: string }
  | { readonly kind: 'slow'; readonly part: PartName; readonly from: string; readonly delay: number }
  | { readonly kind: 'full disk' | 'no connections' | 'deaf subscriber' }
)

export const OPERATIONS = [
  'backup',
  'reload',
  'repair',
  'migrate',
  'partition',
  'rotate',
  'subscribe',
] as const

/** An operation of the operator beside those of the clients. */
export interface Operation {
  readonly at: number
  readonly kind: (typeof OPERATIONS)[number]
}

/** The next act of a client. */
export interface Act {
  readonly kind: 'submit' | 'delete' | 'consent' | 'export'
  readonly gateway: GatewayName
  /** It sends an `Idempotency-Key`, and tries again after an attempt without an answer. */
  readonly isKeyed: boolean
}

export interface Epoch {
  readonly number: number
  readonly form: 'mood' | 'phq-9'
  readonly faults: readonly Fault[]
  readonly operations: readonly Operation[]
  /** Everything is lost at the end, and comes back from the newest backup. */
  readonly isRestored: boolean
}

/** Numbers from 0 to 1 that follow from a name. */
export class Chance {
  readonly #name: string
  #count = 0

  constructor(name: string) {
    this.#name = name
  }

  number(): number {
    const digest = createHash('sha256').update(`${this.#name}/${this.#count++}`)
    return digest.digest().readUInt32BE() / 2 ** 32
  }

  /** A whole number in [from, to]. */
  between(from: number, to: number): number {
    return from + Math.floor(this.number() * (to - from + 1))
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)] as T
  }
}

/** The plan of one epoch, which depends on no other. */
export function epochOf(seed: string, number: number): Epoch {
  const chance = new Chance(`${seed}/${number}`)
  const faults = Array.from({ length: chance.between(3, 8) }, () => faultOf(chance))
  if (chance.number() < 0.25) faults.push(...coincidence(chance))
  const operations = Array.from({ length: chance.between(0, 2) }, () => ({
    at: chance.between(0, EPOCH_MS),
    kind: chance.of([...OPERATIONS, 'backup'] as const),
  }))
  return {
    ...{ number, form: chance.of(['mood', 'phq-9'] as const) },
    faults: faults.toSorted((one, other) => one.at - other.at),
    operations: operations.toSorted((one, other) => one.at - other.at),
    isRestored: operations.some(({ kind }) => kind === 'backup') && chance.number() < 0.5,
  }
}

/**
 * Faults that only together reach a lease under way, which single ones hit once in thousands of epochs: a node that
 * answers one gateway late, the clock of the database beyond the lease, and another gateway that starts meanwhile.
 */
function coincidence(chance: Chance): Fault[] {
  const [writer, other] = chance.of([GATEWAYS, GATEWAYS.toReversed()]) as [GatewayName, GatewayName]
  const at = chance.between(0, 1_500)
  const late = { part: chance.of(NODES), from: writer, delay: 6_000, milliseconds: 9_000 }
  return [
    { kind: 'slow', at, ...late },
    {
      ...{ kind: 'step', at: at + chance.between(500, 1_500), milliseconds: 8_000, part: 'database' },
      seconds: chance.between(310, 600),
    },
    { kind: 'kill', at: at + chance.between(500, 2_500), milliseconds: 300, part: other },
  ]
}

/** The acts of one of the clients in an epoch, without an end. */
export function* actsOf(seed: string, epoch: number, client: number): Generator<Act, never> {
  const chance = new Chance(`${seed}/${epoch}/client ${client}`)
  for (;;) {
    const kind = chance.of([
      'submit',
      'submit',
      'submit',
      'submit',
      'submit',
      'delete',
      'consent',
      'export',
    ] as const)
    yield { kind, gateway: chance.of(GATEWAYS), isKeyed: chance.number() < 0.5 }
  }
}

/** Clocks and slow nodes are drawn most often: only their coincidences hit leases. */
const KINDS = [
  ...[
    'kill',
    'kill',
    'kill',
    'pause',
    'suspend',
    'step',
    'step',
    'step',
    'cut',
    'hang',
    'slow',
    'slow',
    'lie',
  ],
  ...['failover', 'full disk', 'no connections', 'deaf subscriber'],
] as readonly Fault['kind'][]

/** The parts whose clock can be stepped; every lease is by the one of the database. */
const CLOCKS = ['database', ...PARTS.filter(part => part !== 'redis')] as const

function faultOf(chance: Chance): Fault {
  const kind = chance.of(KINDS)
  const when = { at: chance.between(0, EPOCH_MS - 1_000), milliseconds: chance.between(300, 4_000) }
  switch (kind) {
    case 'kill':
    case 'pause':
    case 'suspend':
      return { ...when, kind, part: chance.of(PARTS) }
    case 'step': {
      const seconds = chance.of([-1, 1]) * chance.between(chance.of([5, 310]), 600)
      return { ...when, kind, part: chance.of(CLOCKS), seconds, milliseconds: 2 * when.milliseconds }
    }
    case 'cut':
    case 'hang': {
      const part = chance.of([...NODES, 'database', 'redis'] as const)
      return { ...when, kind, part, from: chance.of(callersOf(part)) }
    }
    case 'failover':
      return { ...when, kind, seconds: chance.of([0, -1, 1]) * chance.between(5, 600) }
    case 'lie':
      return { ...when, kind, part: chance.of(NODES), from: chance.of(['*', ...GATEWAYS]) }
    case 'slow': {
      const [part, delay] = [chance.of(NODES), chance.of([500, 2_000, 6_000])]
      return {
        ...when,
        kind,
        part,
        from: chance.of(['*', ...GATEWAYS]),
        delay,
        milliseconds: delay + when.milliseconds,
      }
    }
    default:
      return { ...when, kind, milliseconds: Math.min(2_000, when.milliseconds) }
  }
}

const callersOf = (part: PartName): readonly string[] => {
  if (part === 'database') return ['*', ...GATEWAYS, ...NODES]
  return ['*', ...GATEWAYS]
}

/** A fault in words. */
export function sentenceOf(fault: Fault): string {
  const { kind, at, milliseconds } = fault
  const what =
    'from' in fault
      ? `${kind} ${fault.part} for ${fault.from === '*' ? 'all' : fault.from}`
      : 'part' in fault
        ? `${kind} ${fault.part}`
        : kind
  const more = 'seconds' in fault ? ` by ${fault.seconds} s` : 'delay' in fault ? ` by ${fault.delay} ms` : ''
  return `${at} ms: ${what}${more}, for ${milliseconds} ms`
}
