/** Renders the table of rules as a documentation page. */
import type { Severity } from '../model/issue.ts'
import type { Rule } from '../model/rule.ts'
import { FHIR_VERSIONS } from '../model/version.ts'
import type { ExtensionRow } from '../rules/extension-table.ts'

const LETTERS: Readonly<Record<Severity, string>> = { fatal: 'F', error: 'E', warning: 'W', information: 'I' }

/** The chapters of the page, by the target of the rules. */
const CHAPTERS: readonly (readonly [Rule['looksAt'], string])[] = [
  ['shape', 'The shape of a resource'],
  ['primitive', 'Primitive values'],
  ['element', 'Elements and data types'],
  ['questionnaire', 'A form as a whole'],
  ['questionnaire item', 'The items of a form'],
  ['response', 'A response as a whole'],
  ['place', 'Where the items of a response stand'],
  ['response item', 'What an item of a response holds'],
  ['occurrences', 'What must be answered, and how often'],
  ['answer', 'Each answer'],
]

/** The page `docs/fhir-rules.md`. */
export function renderRules(rules: readonly Rule[], extensions: readonly ExtensionRow[]): string {
  const chapters = CHAPTERS.map(([looksAt, title]) =>
    chapter(
      title,
      rules.filter(rule => rule.looksAt === looksAt),
    ),
  )
  return `# FHIR rules

Generated from the table in \`fhir/rules\`: do not edit. ${rules.length} rules; each is one function and one row.

F fatal, E error, W warning, I information, – not asked in this version; _mix_ takes the spellings of R4 and R5 in one
resource. E/W: an error in a completed or amended response, a warning before. Where an implementation in wide use or
a published expression differs from the text of the specification, the text is followed and the row says so.

${chapters.join('\n\n')}

## Extensions

Every extension that HL7 publishes for Questionnaire and QuestionnaireResponse, in core and in SDC (3.0.0 and
4.0.0-ballot). _enforced_: a rule checks forms or responses by it. _drawn_: \`@andiron/questionnaire\` shows it.
_operation_: an operation or a derived record uses it. _refused_: a warning or an error of the form. _noted_: kept
without effect, which \`Q-EXT\` says.

${table([
  ['extension', 'here', 'effect, or reason'],
  ...extensions.map(({ url, treatments, effect }) => [
    `[${nameOf(url)}](${url})`,
    treatments.join(', '),
    cell(effect),
  ]),
])}
`
}

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

function chapter(title: string, rules: readonly Rule[]): string {
  const rows = rules.map(rule => [
    `\`${rule.id}\``,
    cell(rule.text),
    ...FHIR_VERSIONS.map(version => mark(rule, rule.severity[version])),
    `\`${rule.code}\``,
    cell(rule.source),
  ])
  return `## ${title}\n\n${table([['id', 'rule', ...FHIR_VERSIONS, 'code', 'source'], ...rows])}`
}

/** A table with padded columns; the first row is the header. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map(row => row[column]?.length ?? 0)))
  const [head = '', ...body] = rows.map(row =>
    line(row.map((words, column) => words.padEnd(widths[column] ?? 0))),
  )
  return [head, line(widths.map(width => '-'.repeat(width))), ...body].join('\n')
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const mark = ({ unfinished }: Rule, severity: Severity | undefined) => {
  if (severity === undefined) return '–'
  return unfinished === undefined ? LETTERS[severity] : `${LETTERS[severity]}/${LETTERS[unfinished]}`
}

const cell = (words: string) => words.replaceAll('|', '\\|')
