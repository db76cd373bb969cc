/** The course of an adaptive form, from the answers of any engine. */
import t from 'tap'
import { courseOf, issuesOf, responseWith } from '../adaptive/course.ts'

const item = (linkId: string, type = 'string') => ({ linkId, type, text: linkId })
const answered = (linkId: string) => ({ linkId, answer: [{ valueString: linkId }] })
const answer = (asked: readonly object[], given: readonly object[], more: object = {}) => ({
  ...{ resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire: '#a', item: given },
  contained: [{ resourceType: 'Questionnaire', id: 'a', item: asked }],
  ...more,
})

t.test('questions that were asked together are one step', async t => {
  const first = courseOf(answer([item('hint', 'display'), item('a'), item('b')], []))
  t.same(first.steps, [['hint', 'a', 'b']])
  const all = [item('hint', 'display'), item('a'), item('b'), item('c')]
  const second = courseOf(answer(all, [answered('a'), answered('b')]), first)
  t.same(second.steps, [['hint', 'a', 'b'], ['c']])
  t.same(courseOf(answer(all, [answered('a'), answered('b')])).steps, [['hint', 'a'], ['b'], ['c']])
  const changed = courseOf(answer([item('hint', 'display'), item('a'), item('b'), item('d')], []), second)
  t.same(changed.steps, [['hint', 'a', 'b'], ['d']])
  t.same(courseOf(answer([], [], { status: 'completed' })), {
    ...courseOf(answer([], [])),
    response: answer([], [], { status: 'completed' }),
    isComplete: true,
  })
})

t.test('a question without an answer is skipped once it was shown', async t => {
  const course = courseOf(
    answer([item('hint', 'display'), item('a'), item('b')], [answered('a')]),
    courseOf(answer([item('hint', 'display'), item('a')], [])),
  )
  const current = {
    resourceType: 'QuestionnaireResponse',
    status: 'in-progress',
    questionnaire: '#a',
  } as const
  const given = (index?: number) => responseWith(course, { ...current, item: [] }, index).item
  t.same(given(), undefined, 'a draft skips nothing')
  t.same(given(0), [{ linkId: 'a' }])
  t.same(given(1), [{ linkId: 'a' }, { linkId: 'b' }])
})

t.test('what the engine found stays, and the signatures are those of now', async t => {
  const [score, old, own] = ['urn:x:score', 'urn:x:a-signature', 'urn:x:b-signature'].map(url => ({ url }))
  const current = {
    resourceType: 'QuestionnaireResponse',
    status: 'in-progress',
    questionnaire: '#a',
  } as const
  const found = courseOf(answer([item('a')], [], { extension: [score, old] }))
  t.same(responseWith(found, current).extension, [score])
  t.same(responseWith(found, { ...current, extension: [own] as never }).extension, [score, own])
  t.notOk('extension' in responseWith(courseOf(answer([item('a')], [])), current))
  for (const extension of ['x', {}, [null, {}, { url: 7 }, score]]) {
    const { extension: kept = [] } = responseWith(courseOf(answer([item('a')], [], { extension })), current)
    t.match(kept, Array.isArray(extension) ? [{}, {}, { url: 7 }, score] : [], 'an engine may send anything')
  }
})

t.test('an answer that is no adaptive response is a failure', async t => {
  for (const wrong of [
    undefined,
    null,
    '',
    [],
    {},
    { questionnaire: '#a' },
    answer([], [], { contained: [null] }),
  ])
    t.throws(() => courseOf(wrong), /no adaptive response/)
  t.same(courseOf(answer([{}, { linkId: '__proto__' }], [{}])).steps, [['undefined', '__proto__']])
  t.same(issuesOf(undefined), [])
  t.same(issuesOf({ issues: [null, 1, { text: 'x' }] }), [{ text: 'x' }])
})
