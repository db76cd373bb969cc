/** A worker module: compiles forms and checks responses against them, where the sandbox can stop it. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { assemble } from '../../fhir/assemble.ts'
import { loadFhirPath } from '../../fhir/expressions/load-fhirpath.ts'
import { loadUcum } from '../../fhir/expressions/load-ucum.ts'
import { extractResources } from '../../fhir/extract/extract.ts'
import { answerForm, questionLines } from '../../fhir/form/plain-answers.ts'
import { type Population, populate } from '../../fhir/form/populate.ts'
import { type CompiledQuestionnaire, checkStructureOnly, prepareQuestionnaire } from '../../fhir/index.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import { issuesIn, sentenceLanguage } from '../../fhir/sentences/load-sentences.ts'
import { allDefinitions } from '../../fhir/structure/all.ts'
import { finderOf } from '../../fhir/terminology/canonicals.ts'
import type { FormJob, FormParts } from './form-parts.ts'

/**
 * Milliseconds for the expressions of one response. The budget of the task stops a single expression that
 * takes longer.
 */
const EXPRESSIONS = 500

// Loaded with the thread, so that no task's budget pays for it. The first conversion reads the table of
// units.
await loadFhirPath('R4')
await loadFhirPath('R5')
const convert = await loadUcum()
convert(1, 'kg', 'g')

const compiled = new LRUCache<string, CompiledQuestionnaire>({ max: 16 })

/** Returns JSON: the issues; a response with its issues or problems; or the questions as lines. */
export default async function work(job: FormJob): Promise<string> {
  if (job.ask === 'resource')
    return JSON.stringify(
      checkStructureOnly(JSON.parse(job.resource), { ...job, fhirVersion: job.fhirVersion }),
    )
  if (job.ask === 'extract') return JSON.stringify(await extract(job))
  if (job.ask === 'assemble') return JSON.stringify(await assembled(job))
  const form = await formOf(job)
  if (job.ask === 'form') return JSON.stringify(form.issues)
  if (job.ask === 'response') {
    const issues = form.validate(JSON.parse(job.response))
    return JSON.stringify(await issuesIn(issues, form.form, job.language))
  }
  if (job.ask === 'questions') return JSON.stringify(questionLines(form.form, job.language))
  const { version, engines } = form.form
  Object.assign(engines, { compileExpression: await loadFhirPath(version) })
  if (job.ask === 'answer') {
    const found = answerForm(form.form, job.questionnaire, JSON.parse(job.answers), job.language)
    const issues = form.validate(found.response)
    const errors = issues.filter(({ severity }) => severity === 'error' || severity === 'fatal')
    const wrong = await issuesIn(errors, form.form, sentenceLanguage(job.language))
    return JSON.stringify({ ...found, problems: [...found.problems, ...wrong.map(({ text }) => text)] })
  }
  return JSON.stringify(populate(form.form, JSON.parse(job.population) as Population))
}

async function extract({ parts, response, responseId }: Extract<FormJob, { ask: 'extract' }>) {
  const { questionnaire, fhirVersion } = JSON.parse(parts) as FormParts
  const form = readForm(questionnaire, fhirVersion, {
    compileExpression: await loadFhirPath(fhirVersion),
    expressionBudget: EXPRESSIONS,
    clock: () => performance.now(),
  })
  const definitions = await allDefinitions(fhirVersion)
  return extractResources(form, JSON.parse(response), { definitions, idOf, responseId })
}

async function assembled({ parts, modules }: Extract<FormJob, { ask: 'assemble' }>) {
  const { questionnaire, fhirVersion } = JSON.parse(parts) as FormParts
  const forms = new Map(JSON.parse(modules) as FormParts['bases'])
  const compileExpression = await loadFhirPath(fhirVersion)
  return assemble(questionnaire, { find: canonical => forms.get(canonical), compileExpression })
}

/** A UUID of version 8, the same for the same name. */
const idOf = (name: string) =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

async function formOf(
  job: Exclude<FormJob, { ask: 'resource' | 'extract' | 'assemble' }>,
): Promise<CompiledQuestionnaire> {
  const revision = job.ask === 'response' ? job.revision : undefined
  const known = revision === undefined ? undefined : compiled.get(revision)
  if (known) return known
  const made = await compile(JSON.parse(job.parts) as FormParts)
  if (revision !== undefined) compiled.set(revision, made)
  return made
}

function compile({ questionnaire, fhirVersion, given, valueSets, bases }: FormParts) {
  const own = finderOf(given)
  const registered = new Map(valueSets)
  const forms = new Map(bases)
  return prepareQuestionnaire(questionnaire, {
    fhirVersion,
    valueSets: canonical => own(canonical) ?? registered.get(canonical),
    questionnaires: canonical => forms.get(canonical),
    expressionBudget: EXPRESSIONS,
    clock: () => performance.now(),
  })
}
