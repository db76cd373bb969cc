/** `andiron validate`: checks FHIR resources in files and reports every issue. */
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { MultiBar } from 'cli-progress'
import { LRUCache } from 'lru-cache'
import { parseStrict } from '../core/http/json.ts'
import {
  type CompiledQuestionnaire,
  type CompileOptions,
  checkStructureOnly,
  containedForm,
  type FhirVersion,
  type Issue,
  outcomeOf,
  prepareQuestionnaire,
  refused,
} from '../fhir/index.ts'
import { namesOf as canonicalNamesOf } from '../fhir/terminology/canonicals.ts'
import { type Document, documentsOf } from './documents.ts'
import { type KnownResources, readKnown } from './known-resources.ts'
import { sentenceOf, unreadable, unusable } from './report.ts'

export interface ValidateSettings {
  /** File of the form that the responses answer. */
  readonly questionnaire?: string
  /** Files and folders of value sets, code systems and forms that others refer to. */
  readonly valueSet?: readonly string[]
  readonly fhirVersion: FhirVersion
  readonly format: 'text' | 'outcome'
}

type Resource = Readonly<Record<string, unknown>>

/** Sets the exit code: 1 if a resource is refused, 2 if a file cannot be read. */
export async function validate(files: readonly string[], settings: ValidateSettings): Promise<void> {
  const sizes = await Promise.all(files.map(sizeOf))
  const { questionnaire, valueSet = [] } = settings
  const known = await readKnown(valueSet)
  const options: CompileOptions = {
    fhirVersion: settings.fhirVersion,
    clock: () => performance.now(),
    valueSets: known.find,
    questionnaires: known.find,
  }
  const given =
    questionnaire === undefined
      ? undefined
      : await prepareQuestionnaire(await readForm(questionnaire), options)
  const screen = openScreen(sizes.some(Number.isNaN) ? undefined : sizes.reduce((sum, size) => sum + size, 0))
  const count = { documents: 0, refused: 0, error: 0, warning: 0 }
  const forms = new LRUCache<string, CompiledQuestionnaire>({ max: 1000 })
  try {
    for (const file of files)
      for await (const document of documentsOf(file, screen.advance)) {
        const issues = await check(document, { options, known, given, forms })
        count.documents++
        if (refused(issues)) count.refused++
        for (const { severity } of issues) {
          if (severity === 'fatal' || severity === 'error') count.error++
          else if (severity === 'warning') count.warning++
        }
        const place = `${file === '-' ? 'stdin' : file}${document.line === undefined ? '' : `:${document.line}`}`
        await screen.print(settings.format === 'outcome' ? asOutcome(place, issues) : asText(place, issues))
      }
  } finally {
    screen.close()
  }
  const { documents, error, warning } = count
  process.stderr.write(
    `${amount(documents, 'document')}, ${count.refused} refused; ${amount(error, 'error')}, ${amount(warning, 'warning')}.\n`,
  )
  if (count.refused > 0) process.exitCode = 1
}

/** The forms and resources of the command line and of earlier documents. */
interface Knowledge {
  readonly options: CompileOptions
  readonly known: KnownResources
  /** The form of the command line. */
  readonly given: CompiledQuestionnaire | undefined
  /** Forms of earlier documents, by the names that a response may use. */
  readonly forms: LRUCache<string, CompiledQuestionnaire>
}

async function check(
  { content, broken }: Document,
  { options, known, given, forms }: Knowledge,
): Promise<readonly Issue[]> {
  if (broken !== undefined)
    return [{ severity: 'fatal', code: 'structure', rule: 'S-JSON', expression: '', text: broken }]
  const resource = (typeof content === 'object' && content !== null ? content : {}) as Resource
  const { resourceType, questionnaire } = resource
  if (resourceType === 'Questionnaire') {
    const compiled = await prepareQuestionnaire(content, options)
    known.add(resource)
    for (const name of namesOf(resource)) forms.set(name, compiled)
    return compiled.issues
  }
  if (resourceType === 'ValueSet' || resourceType === 'CodeSystem') known.add(resource)
  if (resourceType !== 'QuestionnaireResponse') return checkStructureOnly(content, options)
  const contained = containedForm(resource)
  const form =
    given ?? (contained ? await prepareQuestionnaire(contained, options) : forms.get(String(questionnaire)))
  return form ? form.validate(resource) : [...checkStructureOnly(content, options), WITHOUT_FORM]
}

const WITHOUT_FORM: Issue = {
  severity: 'warning',
  code: 'not-found',
  rule: 'QR-Q',
  expression: 'QuestionnaireResponse.questionnaire',
  text: 'Only the structure was checked: name the form with --questionnaire, or before the response.',
}

/** The names by which a response may refer to a form. */
function namesOf(form: Resource): readonly string[] {
  const canonical = canonicalNamesOf(form)
  const { id } = form
  return typeof id === 'string' ? [...canonical, id, `Questionnaire/${id}`] : canonical
}

/** `file:line location severity rule: sentence`, one line per issue. */
const asText = (place: string, issues: readonly Issue[]): string =>
  issues
    .map(
      ({ expression, severity, rule, text }) =>
        `${place} ${expression || '-'} ${severity} ${rule}: ${text}\n`,
    )
    .join('')

/** An OperationOutcome on one line; each issue has the location of its document. */
function asOutcome(place: string, issues: readonly Issue[]): string {
  const { issue, ...outcome } = outcomeOf(issues)
  return `${JSON.stringify({ ...outcome, issue: issue.map(each => ({ ...each, diagnostics: place })) })}\n`
}

const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The size of a file in bytes; NaN for standard input. */
async function sizeOf(file: string): Promise<number> {
  if (file === '-') return Number.NaN
  const found = await stat(file).catch(unreadable(file))
  return found.size
}

async function readForm(file: string): Promise<unknown> {
  const text = await readFile(file).catch(unreadable(file))
  try {
    return parseStrict(text)
  } catch (error) {
    return unusable(`${file}: ${sentenceOf(error)}.`)
  }
}

interface Screen {
  readonly advance: (bytes: number) => void
  print(text: string): Promise<void>
  close(): void
}

/** Prints to standard output, with a progress bar if it is a terminal and the size is known. */
function openScreen(total: number | undefined): Screen {
  const bars =
    process.stderr.isTTY && total
      ? new MultiBar({
          stream: process.stderr,
          format: '{bar} {percentage}%  {eta_formatted} left',
          clearOnComplete: true,
        })
      : undefined
  const bar = bars?.create(total ?? 0, 0)
  return {
    advance: bytes => bar?.increment(bytes),
    async print(text) {
      if (text === '') return
      if (bars && process.stdout.isTTY) bars.log(text)
      else if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    },
    close: () => bars?.stop(),
  }
}
