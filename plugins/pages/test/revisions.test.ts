/** The difference of two revisions of a form, in words and by line. */
import t from 'tap'
import { excerptsOf, linesOf } from '../../../ui/pages/application/forms/revisions/line-difference.ts'
import { changesOf } from '../../../ui/pages/application/forms/revisions/revision-difference.ts'

const form = (...item: object[]) => ({ resourceType: 'Questionnaire', status: 'active', item })
const question = (linkId: string, more: object = {}) => ({
  linkId,
  type: 'string',
  text: `Q ${linkId}`,
  ...more,
})

t.test('what changed in a form is said item by item', async t => {
  const group = (...item: object[]) => ({ linkId: 'g', type: 'group', text: 'Sleep', item })
  const options = (...displays: string[]) =>
    displays.map(display => ({ valueCoding: { code: display, display } }))
  const cases: readonly [string, object, object, readonly object[]][] = [
    ['nothing', form(question('1')), { ...form(question('1')), _updated: 'x', meta: { versionId: 'y' } }, []],
    [
      'the order of members',
      form({ linkId: 'a', type: 'string' }),
      form({ type: 'string', linkId: 'a' }),
      [],
    ],
    ['a question', form(question('1')), form(question('1'), question('2')), [{ kind: 'added', name: 'Q 2' }]],
    ['its end', form(question('1'), question('2')), form(question('2')), [{ kind: 'removed', name: 'Q 1' }]],
    [
      'a wording',
      form(question('1')),
      form(question('1', { text: 'New' })),
      [{ kind: 'reworded', from: 'Q 1', to: 'New' }],
    ],
    [
      'a type',
      form(question('1')),
      form(question('1', { type: 'integer' })),
      [{ kind: 'type', name: 'Q 1', from: 'string', to: 'integer' }],
    ],
    [
      'a duty',
      form(question('1')),
      form(question('1', { required: true })),
      [{ kind: 'required', name: 'Q 1' }],
    ],
    [
      'options',
      form(question('1', { answerOption: options('a', 'b') })),
      form(question('1', { answerOption: options('b', 'c') })),
      [{ kind: 'options', name: 'Q 1', added: ['c'], removed: ['a'] }],
    ],
    [
      'their order',
      form(question('1', { answerOption: options('a', 'b') })),
      form(question('1', { answerOption: options('b', 'a') })),
      [{ kind: 'other', name: 'Q 1', elements: ['answerOption'] }],
    ],
    [
      'a place',
      form(question('1'), question('2'), question('3')),
      form(question('3'), question('1'), question('2')),
      [{ kind: 'moved', name: 'Q 3' }],
    ],
    [
      'a group',
      form(group(question('1')), question('2')),
      form(group(question('1'), question('2'))),
      [{ kind: 'moved', name: 'Q 2' }],
    ],
    [
      'its title',
      { ...form(question('1')), title: 'A' },
      { ...form(question('1')), title: 'B' },
      [{ kind: 'reworded', from: 'A', to: 'B' }],
    ],
    [
      'the rest',
      form(question('1', { maxLength: 3 })),
      { ...form(question('1')), title: 'T' },
      [
        { kind: 'other', elements: ['title'] },
        { kind: 'other', name: 'Q 1', elements: ['maxLength'] },
      ],
    ],
  ]
  for (const [name, before, after, changes] of cases) t.same(changesOf(before, after), changes, name)
})

t.test('lines of two texts', async t => {
  const said = (before: string, after: string) =>
    linesOf(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)
  t.same(said('a\nb\nc', 'a\nc'), [' a', '-b', ' c'])
  t.same(said('a\nc', 'a\nb\nc\nd'), [' a', '+b', ' c', '+d'])
  t.same(said('', ''), [' '])
  t.same(said('a', 'b').toSorted(), ['+b', '-a'])

  await t.test('lead from one to the other, whatever they are', async t => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    const text = () => Array.from({ length: random(30) }, () => 'abc'[random(3)]).join('\n')
    for (let round = 0; round < 200; round++) {
      const [before, after] = [text(), text()]
      const all = linesOf(before, after)
      const without = (kind: string) =>
        all
          .filter(line => line.kind !== kind)
          .map(({ text }) => text)
          .join('\n')
      t.equal(without('added'), before)
      t.equal(without('removed'), after)
    }
  })

  await t.test('with few around the changed ones, and a bound', async t => {
    const many = Array.from({ length: 5000 }, (_, at) => `${at}`)
    const all = linesOf(many.join('\n'), many.with(2500, 'x').join('\n'))
    t.equal(excerptsOf(all).length, 1 + 3 + 2 + 3 + 1)
    const other = many.map(each => `other ${each}`).join('\n')
    t.equal(linesOf(many.join('\n'), other).length, 10_000)
  })
})
