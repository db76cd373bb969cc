/** The rules of the nemesis: each kind of violation is found, and a history that keeps all of them has none. */
import t from 'tap'
import { type Act, actsOf, Chance, epochOf } from './generator.ts'
import { type Attempt, type History, newHistory, type Stored, type Submission } from './history.ts'
import { type Rule, violations } from './rules.ts'

const acknowledged = (sent: number): Attempt => ({
  gateway: 'gateway-1',
  sent,
  answered: sent + 10,
  status: 201,
})
const refused = (sent: number): Attempt => ({ gateway: 'gateway-1', sent, answered: sent + 10, status: 503 })
const unanswered = (sent: number): Attempt => ({ gateway: 'gateway-2', sent })

const submission = (person: string, attempts: Attempt[], more: Partial<Submission> = {}): Submission => ({
  ...{ epoch: 0, person, form: 'a form', whole: '1+9', attempts, deletions: [] },
  ...(attempts.some(({ status }) => status === 201) && { id: `response of ${person}` }),
  ...more,
})

const on = (first: string, second = first, third = first): Stored => ({
  counts: [first, second, third],
  digests: ['same', 'same', 'same'],
  ids: [],
})

/** A history of these submissions, of which every acknowledged one was notified. */
function historyOf(submissions: Submission[], more: Partial<History> = {}): History {
  const ids = submissions.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const told = ids.map((id, at) => ({ id, number: at + 1, at }))
  return { ...newHistory(), submissions, told, ...more }
}

const found = (history: History, stored: Record<string, Stored>): Rule[] =>
  violations(history, new Map(Object.entries(stored))).map(({ rule }) => rule)

t.test('a history in which every rule holds', async t => {
  const history = historyOf([
    submission('anna', [acknowledged(0)]),
    submission('ben', [unanswered(0), acknowledged(30)]),
    submission('carla', [refused(0)]),
    submission('dora', [unanswered(0)]),
    submission('emil', [unanswered(0), refused(20)]),
    submission('fred', [acknowledged(5)], { deletions: [acknowledged(50)], deleted: 70 }),
    submission('gina', [acknowledged(6)], { deletions: [unanswered(50)] }),
  ])
  const stored = { anna: on('1+9'), ben: on('1+9'), emil: on('1+9'), gina: on('0+0', '1+3', '1+9') }
  t.same(found(history, stored), [])
})

t.test('each rule that is broken is found', async t => {
  const anna = submission('anna', [acknowledged(0)])
  const cases: [Rule, Submission[], Record<string, Stored>, Partial<History>?][] = [
    ['acknowledged is stored', [anna], {}],
    ['acknowledged is stored', [anna], { anna: on('1+9', '0+0', '1+9') }],
    ['refused is nowhere', [submission('ben', [refused(0)])], { ben: on('1+9') }],
    ['refused is nowhere', [submission('ben', [refused(0), refused(20)])], { ben: on('0+0', '0+0', '0+2') }],
    ['nothing is stored in part', [anna], { anna: on('1+8') }],
    ['nothing is stored in part', [submission('ben', [unanswered(0)])], { ben: on('1+9', '0+0', '1+9') }],
    ['nothing is stored twice', [submission('ben', [unanswered(0), unanswered(9)])], { ben: on('2+18') }],
    ['all nodes have the same', [anna], { anna: { ...on('1+9'), digests: ['same', 'other', 'same'] } }],
    [
      'deleted is nowhere',
      [submission('anna', [acknowledged(0)], { deleted: 50 })],
      { anna: on('0+0', '0+0', '0+1') },
    ],
    [
      'withdrawn is unread',
      [submission('anna', [acknowledged(0)], { deleted: 50 })],
      {},
      { reads: [{ form: 'a form', began: 60, ids: ['response of anna'], forged: 0 }] },
    ],
    [
      'withdrawn is unread',
      [submission('anna', [acknowledged(0)], { withdrawn: 50 })],
      { anna: on('1+9') },
      { reads: [{ form: 'a form', began: 60, ids: ['response of anna'], forged: 0 }] },
    ],
    [
      'nothing forged is read',
      [anna],
      { anna: on('1+9') },
      { reads: [{ form: 'a form', began: 60, ids: [], forged: 1 }] },
    ],
    ['acknowledged is told', [anna], { anna: on('1+9') }, { told: [] }],
    [
      'told is stored',
      [anna],
      { anna: on('1+9') },
      {
        told: [
          { id: 'response of anna', number: 1, at: 0 },
          { id: 'a response of nobody', number: 2, at: 0 },
        ],
      },
    ],
    [
      'no number is missing',
      [anna],
      { anna: on('1+9') },
      { told: [{ id: 'response of anna', number: 2, at: 0 }] },
    ],
    [
      'told in order',
      [anna, submission('ben', [acknowledged(20)])],
      { anna: on('1+9'), ben: on('1+9') },
      {
        told: [
          { id: 'response of ben', number: 1, at: 40 },
          { id: 'response of anna', number: 2, at: 40 },
        ],
      },
    ],
  ]
  for (const [rule, submissions, stored, more] of cases)
    t.same(found(historyOf(submissions, more), stored), [rule], rule)
})

t.test('what a restore takes back may be there or not, but whole', async t => {
  const before = submission('anna', [acknowledged(0)])
  const after = submission('ben', [acknowledged(100)])
  const gone = submission('carla', [acknowledged(1)], { deleted: 120 })
  const restores = [{ point: 50, at: 200 }]
  const of = (...submissions: Submission[]) => historyOf(submissions, { restores })
  t.same(found(of(before), {}), ['acknowledged is stored'])
  t.same(found(of(after), {}), [])
  t.same(found(of(after), { ben: on('1+9', '0+0', '1+9') }), ['nothing is stored in part'])
  t.same(found(of(gone), { carla: on('1+9') }), [])
  const later = submission('dora', [acknowledged(300)])
  t.same(found(of(later), {}), ['acknowledged is stored'])
})

t.test('a seed is a plan', async t => {
  t.same(epochOf('a seed', 3), epochOf('a seed', 3))
  t.not(JSON.stringify(epochOf('a seed', 3)), JSON.stringify(epochOf('another', 3)))
  const first = (count: number): Act[] => {
    const acts = actsOf('a seed', 3, 1)
    return Array.from({ length: count }, () => acts.next().value)
  }
  t.same(first(20), first(20))
  const kinds = new Set(
    Array.from({ length: 200 }, (_, number) => epochOf('a seed', number)).flatMap(({ faults }) =>
      faults.map(({ kind }) => kind),
    ),
  )
  t.equal(kinds.size, 12, [...kinds].join(', '))
  const chance = new Chance('a name')
  const numbers = Array.from({ length: 1_000 }, () => chance.between(1, 3))
  t.same([...new Set(numbers)].sort(), [1, 2, 3])
})
