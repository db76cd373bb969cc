/** The table of a form: columns across revisions, and the cells of a response. */
import t from 'tap'
import { codebookOf, tableOf } from '../results/columns.ts'

const coding = (code: string) => ({ valueCoding: { system: 'urn:c', code, display: code.toUpperCase() } })
const first = {
  resourceType: 'Questionnaire',
  item: [
    { linkId: 'old', type: 'string' },
    { linkId: 'name', type: 'string' },
  ],
}
const newest = {
  resourceType: 'Questionnaire',
  item: [
    { linkId: 'intro', type: 'display' },
    { linkId: 'name', type: 'string' },
    { linkId: 'pains', type: 'choice', repeats: true, answerOption: [] },
    {
      linkId: 'drug',
      type: 'group',
      repeats: true,
      item: [
        { linkId: 'what', type: 'text' },
        { linkId: 'dose', type: 'quantity', item: [{ linkId: 'sure', type: 'boolean' }] },
        { linkId: 'times', type: 'time', repeats: true },
      ],
    },
    { linkId: 'file', type: 'attachment' },
    { linkId: 'who', type: 'reference' },
  ],
}

t.test('columns stand as in the newest revision, then those of earlier ones', async t => {
  const { header } = tableOf([first, newest], () => undefined)
  t.same(header, [
    ...['id', 'authored', 'subject', 'revision', 'name', 'pains', 'pains.display'],
    ...['what', 'dose', 'dose.unit', 'sure', 'times', 'file', 'who', 'old'],
  ])
})

t.test('a row has every answer, repeated ones in their places', async t => {
  const table = tableOf([first, newest], () => 'r2')
  const row = (response: object) => {
    const cells = table.rowOf(response)
    return Object.fromEntries(
      table.header.map((name, at) => [name, cells[at]]).filter(([, cell]) => cell !== ''),
    )
  }
  t.same(
    row({
      id: 'x',
      authored: '2026-03-01T00:00:00.000Z',
      subject: { reference: 'did:nil:02' },
      item: [
        { linkId: 'name', answer: [{ valueString: 'one | two' }] },
        { linkId: 'pains', answer: [coding('a'), coding('b'), { valueString: 'c|d\\' }] },
        {
          linkId: 'drug',
          item: [
            { linkId: 'what', answer: [{ valueString: 'first\nline' }] },
            {
              linkId: 'dose',
              answer: [
                {
                  valueQuantity: { value: 2.5, unit: 'mg' },
                  item: [{ linkId: 'sure', answer: [{ valueBoolean: false }] }],
                },
              ],
            },
            { linkId: 'times', answer: [{ valueTime: '08:00:00' }, { valueTime: '20:00:00' }] },
          ],
        },
        { linkId: 'drug', item: [{ linkId: 'dose', answer: [{ valueQuantity: { value: 1, code: 'g' } }] }] },
        { linkId: 'file', answer: [{ valueAttachment: { url: 'binary/1', title: 't' } }] },
        { linkId: 'who', answer: [{ valueReference: { reference: 'Patient/1' } }] },
        { linkId: 'gone', answer: [{ valueString: 'no column' }] },
      ],
    }),
    {
      ...{ id: 'x', authored: '2026-03-01T00:00:00.000Z', subject: 'did:nil:02', revision: 'r2' },
      name: 'one | two',
      pains: 'a|b|c\\|d\\\\',
      'pains.display': 'A|B|',
      what: 'first\\nline\n',
      dose: '2.5\n1',
      'dose.unit': 'mg\ng',
      sure: 'false\n',
      times: '08:00:00|20:00:00\n',
      file: 'binary/1',
      who: 'Patient/1',
    },
  )
  t.same(row({ item: [{ linkId: 'old', answer: [{ valueString: 'kept' }] }] }), {
    revision: 'r2',
    old: 'kept',
  })
  t.same(row({ item: 'nothing that can be read' }), { revision: 'r2' })
})

t.test('a codebook has a row for each column of every revision', t => {
  const choice = {
    linkId: 'pains',
    type: 'choice',
    text: 'Pains?',
    required: true,
    answerOption: [coding('a')],
  }
  const [before, after] = [
    { ...first, id: 'r1' },
    { ...newest, id: 'r2', item: [choice, ...newest.item.slice(3)] },
  ]
  const [header, ...rows] = codebookOf([before, after], form => (form as { id: string }).id)
  t.same(header, ['column', 'linkId', 'question', 'type', 'required', 'repeats', 'values', 'revision'])
  const table = tableOf([before, after], () => undefined)
  t.same(
    rows.map(([column]) => column),
    table.header,
  )
  const of = (name: string) => rows.find(([column]) => column === name)?.slice(1)
  t.same(of('pains'), ['pains', 'Pains?', 'coding', 'true', 'false', 'a = A', 'r2'])
  t.same(of('old'), ['old', '', 'string', 'false', 'false', '', 'r1'], 'of its last revision')
  t.same(of('dose.unit')?.slice(0, 3), ['dose', '', 'quantity'])
  t.end()
})
