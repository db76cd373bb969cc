/** The rules that a history must keep; each violation names the submission whose story shows it. */
import type { Attempt, History, Stored, Submission } from './history.ts'

export type Rule =
  | 'acknowledged is stored'
  | 'refused is nowhere'
  | 'nothing is stored in part'
  | 'nothing is stored twice'
  | 'all nodes have the same'
  | 'deleted is nowhere'
  | 'withdrawn is unread'
  | 'nothing forged is read'
  | 'acknowledged is told'
  | 'told is stored'
  | 'told in order'
  | 'no number is missing'

export interface Violation {
  readonly rule: Rule
  readonly what: string
  readonly submission?: Submission
}

const NOTHING = '0+0'

const acknowledgementOf = ({ attempts }: Submission): Attempt | undefined =>
  attempts.find(({ status }) => status === 201)

/** True if a restore has taken back what happened at this time. */
const isTakenBack = ({ restores }: History, time: number): boolean =>
  restores.some(({ point, at }) => time >= point && time <= at)

/** The state that a submission must have; `maybe` where no answer says it. */
export function expected(history: History, submission: Submission): 'stored' | 'gone' | 'maybe' {
  const { attempts, deletions, deleted } = submission
  if (deleted !== undefined) return isTakenBack(history, deleted) ? 'maybe' : 'gone'
  const acknowledged = acknowledgementOf(submission)
  if (acknowledged === undefined)
    return attempts.every(({ answered }) => answered !== undefined) ? 'gone' : 'maybe'
  const isDeleting = deletions.some(({ status }) => status === undefined || status < 400)
  return isDeleting || isTakenBack(history, acknowledged.answered ?? 0) ? 'maybe' : 'stored'
}

/** @param stored - what the nodes have, by person */
export function violations(history: History, stored: ReadonlyMap<string, Stored>): Violation[] {
  const found = history.submissions.flatMap(each => storage(history, each, stored.get(each.person)))
  return [...found, ...reading(history), ...telling(history, stored), ...ordering(history)]
}

function storage(history: History, submission: Submission, stored: Stored | undefined): Violation[] {
  const [first = NOTHING, ...others] = stored?.counts ?? []
  const what = stored?.counts.join(' ') ?? 'nothing on any node'
  const violation = (rule: Rule): Violation[] => [{ rule, what, submission }]
  const wanted = expected(history, submission)
  if (wanted === 'stored' && [first, ...others].some(each => each === NOTHING))
    return violation('acknowledged is stored')
  if (wanted === 'gone' && [first, ...others].some(each => each !== NOTHING))
    return violation(submission.deleted === undefined ? 'refused is nowhere' : 'deleted is nowhere')
  if (Number.parseInt(first, 10) > 1) return violation('nothing is stored twice')
  // A deletion under way removes record by record.
  const isDeleting = submission.deletions.length > 0 && submission.deleted === undefined
  if (isDeleting) return []
  if (others.some(each => each !== first) || (first !== NOTHING && first !== submission.whole))
    return violation('nothing is stored in part')
  if (stored?.digests.some(each => each !== stored.digests[0])) return violation('all nodes have the same')
  return []
}

function reading(history: History): Violation[] {
  const byId = new Map(history.submissions.map(each => [each.id, each]))
  return history.reads.flatMap(({ began, ids, forged, form }) => [
    ...ids.flatMap((id): Violation[] => {
      const submission = byId.get(id)
      if (submission === undefined) return []
      const ended = [submission.deleted, submission.withdrawn].filter(time => time !== undefined)
      return ended.some(time => time < began && !isTakenBack(history, time))
        ? [{ rule: 'withdrawn is unread', what: `${id} of the form ${form}`, submission }]
        : []
    }),
    ...(forged > 0
      ? [{ rule: 'nothing forged is read' as const, what: `${forged} answers of the form ${form}` }]
      : []),
  ])
}

function telling(history: History, stored: ReadonlyMap<string, Stored>): Violation[] {
  const told = new Set(history.told.map(({ id }) => id))
  const untold = history.submissions
    .filter(each => expected(history, each) === 'stored' && !told.has(each.id ?? ''))
    .map(submission => ({ rule: 'acknowledged is told' as const, what: `${submission.id}`, submission }))
  // A record that a restore took back, or a person deleted, was stored when it was told.
  const known = new Set([...stored.values()].flatMap(({ ids }) => ids))
  for (const { id, attempts } of history.submissions)
    if (id !== undefined && attempts.some(({ status }) => status === 201)) known.add(id)
  const mayBeGone = history.submissions.some(
    each => acknowledgementOf(each) === undefined && each.deletions.length > 0,
  )
  const invented =
    mayBeGone || history.restores.length > 0
      ? []
      : [...told].filter(id => !known.has(id)).map(id => ({ rule: 'told is stored' as const, what: id }))
  return [...untold, ...invented, ...numbering(history)]
}

/** Numbers of events begin at 1, have no gaps, and each response has one. A restore numbers anew. */
function numbering({ told, restores }: History): Violation[] {
  if (restores.length > 0) return []
  const numbers = new Map(told.map(({ id, number }) => [number, id]))
  const ids = new Set(numbers.values())
  const most = Math.max(0, ...numbers.keys())
  return numbers.size === most && ids.size === most
    ? []
    : [
        {
          rule: 'no number is missing',
          what: `${numbers.size} numbers up to ${most} of ${ids.size} responses`,
        },
      ]
}

/** A submission that was acknowledged before another was sent to the same form has the lower number. */
function ordering(history: History): Violation[] {
  const numbers = new Map<string, number>()
  for (const { id, number } of history.told) if (!numbers.has(id)) numbers.set(id, number)
  const found: Violation[] = []
  for (const form of new Set(history.submissions.map(({ form }) => form))) {
    const ended = history.submissions
      .filter(each => each.form === form && numbers.has(each.id ?? ''))
      .map(each => ({
        each,
        time: acknowledgementOf(each)?.answered,
        number: numbers.get(each.id ?? '') ?? 0,
      }))
      .filter(({ time }) => time !== undefined && !isTakenBack(history, time))
      .sort((one, other) => (one.time ?? 0) - (other.time ?? 0))
    for (const { each, number } of ended) {
      const sent = each.attempts[0]?.sent ?? 0
      const earlier = ended.find(other => (other.time ?? 0) < sent && other.number > number)
      if (earlier)
        found.push({
          rule: 'told in order',
          what: `${each.id} has the number ${number}, and ${earlier.each.id} before it ${earlier.number}`,
          submission: each,
        })
    }
  }
  return found
}
