/** Checks forms and responses: in the sandbox, or on the event loop if the cost is small and linear. */
import type { FastifyInstance } from 'fastify'
import { type Context, defineTask, loopTurn, type Sandbox, sandboxKeyOf } from '../../core/index.ts'
import type { Assembled } from '../../fhir/assemble.ts'
import type { Extracted } from '../../fhir/extract/extract.ts'
import type { AnsweredForm, PlainAnswers } from '../../fhir/form/plain-answers.ts'
import type { Populated, Population } from '../../fhir/form/populate.ts'
import {
  type CompiledQuestionnaire,
  type FhirVersion,
  type Issue,
  prepareQuestionnaire,
} from '../../fhir/index.ts'
import { extractsResources } from '../../fhir/model/extraction-extensions.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import { needsEngines } from '../../fhir/prepare.ts'
import { issuesIn, sentenceLanguage } from '../../fhir/sentences/load-sentences.ts'
import type { FormJob, FormParts } from './form-parts.ts'
import { refusedServers } from './preferred-servers.ts'
import { checkCodesOf } from './remote-codes.ts'

const TASK = defineTask<FormJob, string>('./form-worker', import.meta.url)

/** Maximum characters of JSON of a form that is compiled and applied on the event loop. */
const LONGEST_INLINE = 32 * 1024

/** The caller of a check. */
export interface Reader {
  /** The key for fair sharing of the sandbox. */
  readonly key: string
  /** The language of the issues. @default English */
  readonly language: string | undefined
}

/** The caller of a request, with the language in which they read issues. */
export const readerOf = (context: Pick<Context, 'address' | 'caller' | 'acceptLanguage'>): Reader => ({
  key: sandboxKeyOf(context),
  language: sentenceLanguage(context.acceptLanguage),
})

/** Checks the responses to one revision of a form. */
export type CheckResponse = (response: object, reader: Reader) => Promise<readonly Issue[]>

/**
 * A body of 1 MiB takes some milliseconds per step on the event loop: other requests run between the steps.
 */
export class FormChecks {
  readonly #sandbox: Sandbox

  readonly #valueSets: FastifyInstance['valueSets']

  constructor(sandbox: Sandbox, valueSets: FastifyInstance['valueSets']) {
    this.#sandbox = sandbox
    this.#valueSets = valueSets
  }

  /** The issues of a form. `caller` is the key for fair sharing of the sandbox. */
  async form(parts: FormParts, caller: string): Promise<readonly Issue[]> {
    await loopTurn()
    const issues = await this.#issues({ ask: 'form', parts: JSON.stringify(parts) }, caller)
    return [...issues, ...refusedServers(parts.questionnaire, this.#valueSets)]
  }

  /** The issues of a response to an unregistered form. */
  async response(parts: FormParts, response: object, { key, language }: Reader): Promise<readonly Issue[]> {
    await loopTurn()
    const sent = JSON.stringify(response)
    await loopTurn()
    const job = { ask: 'response', parts: JSON.stringify(parts), response: sent, language } as const
    const issues = await this.#issues(job, key)
    const checkCodes = checkCodesOf(parts, this.#valueSets)
    return checkCodes === undefined ? issues : checkCodes(response, issues, language)
  }

  /** The issues in the structure of any other resource. */
  async resource(
    resource: object,
    resourceType: string,
    fhirVersion: FhirVersion,
    caller: string,
  ): Promise<readonly Issue[]> {
    await loopTurn()
    const sent = JSON.stringify(resource)
    return this.#issues({ ask: 'resource', resource: sent, resourceType, fhirVersion }, caller)
  }

  /** A response to an unanswered form, populated as far as possible. */
  async populate(parts: FormParts, population: Population, caller: string): Promise<Populated> {
    await loopTurn()
    const given = JSON.stringify(population)
    await loopTurn()
    const job = { ask: 'populate', parts: JSON.stringify(parts), population: given } as const
    return JSON.parse(await this.#run(job, caller))
  }

  /** The resources that a form extracts from a response by templates and definitions. */
  async extract(parts: FormParts, response: object, responseId: string, caller: string): Promise<Extracted> {
    if (!extractsResources(parts.questionnaire)) return { entries: [], issues: [] }
    await loopTurn()
    const sent = JSON.stringify(response)
    await loopTurn()
    const job = { ask: 'extract', parts: JSON.stringify(parts), response: sent, responseId } as const
    const found = await this.#run(job, caller)
    await loopTurn()
    return JSON.parse(found)
  }

  /** A form with the items of the modules that it names. */
  async assemble(parts: FormParts, modules: FormParts['bases'], caller: string): Promise<Assembled> {
    await loopTurn()
    const given = JSON.stringify(modules)
    await loopTurn()
    const job = { ask: 'assemble', parts: JSON.stringify(parts), modules: given } as const
    return JSON.parse(await this.#run(job, caller))
  }

  /**
   * The questions of a form, one a line, with the linkIds and options that `answer` takes.
   * @param language - of the texts, a BCP 47 tag; that of the form by default
   */
  async questions(parts: FormParts, { key, language }: Reader): Promise<readonly string[]> {
    await loopTurn()
    return JSON.parse(await this.#run({ ask: 'questions', parts: JSON.stringify(parts), language }, key))
  }

  /** A response with plain answers, validated except for missing answers; its problems in the reader's language. */
  async answer(
    parts: FormParts,
    questionnaire: string,
    given: PlainAnswers,
    { key, language }: Reader,
  ): Promise<AnsweredForm> {
    await loopTurn()
    const job = { ask: 'answer', parts: JSON.stringify(parts), questionnaire, language } as const
    return JSON.parse(await this.#run({ ...job, answers: JSON.stringify(given) }, key))
  }

  /**
   * The check of the responses to a registered form.
   *
   * It runs on the event loop if the form is small, has no expression and converts no unit. Its cost is then
   * linear in form and response: the structure is one walk over the JSON; items, options and the answers in
   * conditions are found by value; patterns are RE2 programs of bounded size; the rule QR-COST counts steps
   * and ends any check that would still be quadratic. The form is bounded here and the response by the limit
   * of bodies, which cost more to parse than to check.
   */
  async registered(parts: FormParts, revision: string): Promise<CheckResponse> {
    const inline = await compileInline(parts)
    const checkCodes = checkCodesOf(parts, this.#valueSets)
    let text: string | undefined
    const check: CheckResponse = async (response, { key, language }) => {
      if (inline) return issuesIn(inline.validate(response), inline.form, language)
      text ??= JSON.stringify(parts)
      const sent = JSON.stringify(response)
      return this.#issues({ ask: 'response', parts: text, response: sent, revision, language }, key)
    }
    return checkCodes === undefined
      ? check
      : async (response, reader) => checkCodes(response, await check(response, reader), reader.language)
  }

  async #issues(job: FormJob, caller: string): Promise<readonly Issue[]> {
    return JSON.parse(await this.#run(job, caller)) as Issue[]
  }

  #run(job: FormJob, caller: string): Promise<string> {
    return this.#sandbox.run(TASK, job, { key: caller })
  }
}

async function compileInline(parts: FormParts): Promise<CompiledQuestionnaire | undefined> {
  const { questionnaire, fhirVersion, valueSets } = parts
  if (JSON.stringify(parts).length > LONGEST_INLINE) return undefined
  if (needsEngines(readForm(questionnaire, fhirVersion))) return undefined
  const registered = new Map(valueSets)
  return prepareQuestionnaire(questionnaire, { fhirVersion, valueSets: name => registered.get(name) })
}
