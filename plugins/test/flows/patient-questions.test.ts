/**
 * Thirty questions of a patient: a script reads each answer in one call, and the table of them in `docs/mcp.md`
 * is fresh. `ANDIRON_WRITE=1` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { tokensOf } from '../../../core/contract/listing.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { now } from '../fixtures/actors.ts'
import { assistant, listening } from '../fixtures/assistants.ts'
import { admit } from '../fixtures/patient.ts'
import { questions } from '../fixtures/patient-questions.ts'

const { app, url } = await listening(t, {
  plugins: { operations: { requestsPerMinute: 100_000, requestsPerMinuteOfAddress: 100_000 } },
})
const patient = createKeyPair()
await admit(app, patient)
const token = createSelfSignedJwt({ keyPair: patient, scopes: ['read'], now: now(), lifetime: 604_800 })
const client = await assistant(t, '2026-07-28', `${url}/mcp`, token)

interface Answer {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: object
}

const call = async (name: string, given: object) =>
  (await client.callTool({ name, arguments: { ...given } })) as unknown as Answer
const sizeOf = ({ content, structuredContent }: Answer): number =>
  tokensOf(content.map(({ text }) => text).join('\n')) + tokensOf(JSON.stringify(structuredContent))

const rows: { readonly cells: readonly string[]; readonly tokens: number; readonly isRight: boolean }[] = []
for (const { asks, tool, arguments: given, known, read } of questions) {
  const answer = await call(tool, given)
  const text = answer.content.map(part => part.text).join('\n')
  const isRight = read(text) === known
  if (!isRight) t.comment(`${asks} ${read(text)} instead of ${known}\n${text}`)
  const written = JSON.stringify(given)
    .replaceAll('"', '')
    .replace(/^\{|\}$/g, '')
    .replaceAll(/([:,])/g, '$1 ')
  rows.push({ cells: [asks, `\`${tool}\` ${written}`, known], tokens: sizeOf(answer), isRight })
}

t.test('at least 27 of 30 are answered by one call', async t => {
  t.equal(questions.length, 30)
  t.ok(rows.filter(({ isRight }) => isRight).length >= 27)
})

t.test('each within 1,500 tokens', async t => {
  for (const { cells, tokens } of rows) t.ok(tokens < 1_500, `${cells[0]} ${tokens}`)
})

t.test('no view of the profile has more than 10,000 tokens, with its rows once', async t => {
  for (const structured of [true, false])
    for (const view of ['summary', 'latest', 'trend', 'table', 'fhir'])
      for (const given of [{}, { by: 'day' }, { code: 'blood pressure', by: 'day' }]) {
        const answer = await call('my_observations', { view, structured, ...given })
        t.notOk(answer.isError)
        t.ok(sizeOf(answer) <= 10_000, `${view} ${JSON.stringify(given)} ${sizeOf(answer)}`)
        const text = answer.content.map(part => part.text).join('\n')
        const [whole, other] = structured
          ? [JSON.stringify(answer.structuredContent), text]
          : [text, JSON.stringify(answer.structuredContent)]
        if (view === 'table' || view === 'fhir')
          t.ok(
            tokensOf(other) < 700 && tokensOf(whole) > 300,
            `${view}: ${tokensOf(other)} beside ${tokensOf(whole)}`,
          )
      }
})

t.test('answers to forms are in words, by form', async t => {
  const text = async (given: object) => (await call('my_answers', given)).content[0]?.text ?? ''
  t.match(await text({}), /- PHQ-9: Patient Health Questionnaire: 1, 2026-10-26 09:00 to 2026-10-26 09:00/)
  const whole = await text({ form: 'phq9' })
  t.match(
    whole,
    /^PHQ-9: Patient Health Questionnaire, 2026-10-26 09:00\n- Little interest[^:]+: Several days\n/,
  )
  t.notMatch(whole, /LA6569-3|linkId|[0-9a-f]{8}-/)
  t.match(await text({ form: 'phq', timeZone: 'Asia/Tokyo' }), /2026-10-26 18:00/)
  t.match(await text({ form: 'gad' }), /No answer matches. The person has answered:\n- PHQ-9/)
  t.match(await call('my_answers', { from: '2026-99' }), {
    isError: true,
    content: [{ text: /which is no date/ }],
  })
  const { structuredContent, content } = await call('my_answers', { form: 'phq', structured: true })
  t.match(structuredContent, {
    total: 1,
    responses: [{ answers: [{ question: /^Little/, answer: 'Several days' }] }],
  })
  t.notMatch(JSON.stringify(content), /Several days/, 'not twice')
})

t.test('the table in docs/mcp.md is fresh', async t => {
  const page = new URL('../../../docs/mcp.md', import.meta.url)
  const written = readFileSync(page, 'utf8')
  const [begin, end] = ['<!-- questions -->\n', '<!-- /questions -->']
  const [before = '', rest = ''] = written.split(begin)
  const [table = '', after = ''] = rest.split(end)
  const right = rows.filter(({ isRight }) => isRight).length
  const tokens = rows.map(each => each.tokens)
  const lines = [
    `${right} of ${rows.length} right from one call; ${Math.min(...tokens)} to ${Math.max(...tokens)} tokens, ` +
      `${Math.round(tokens.reduce((a, b) => a + b, 0) / tokens.length)} on average.`,
    '',
    '| Question | Call | Answer | Tokens |',
    '| --- | --- | --- | ---: |',
    ...rows.map(
      ({ cells, tokens, isRight }) => `| ${cells.join(' | ')}${isRight ? '' : ' (not read)'} | ${tokens} |`,
    ),
    '',
  ].join('\n')
  if (process.env['ANDIRON_WRITE']) writeFileSync(page, `${before}${begin}\n${lines}\n${end}${after}`)
  // Identifiers in the answers are random, and so is their number of tokens.
  else t.equal(withoutFigures(table), withoutFigures(`\n${lines}\n`))
})

const withoutFigures = (table: string): string =>
  table.replaceAll(/\| \d+ \|\n/g, '| n |\n').replaceAll(/; .* on average\./g, '')
