/**
 * Every row of the rule table: for each of its versions, a document that it accepts and one that it refuses.
 */
import t from 'tap'
import { checkStructureOnly, compileRulesOnly, loadEngines, RULES, type Rule } from '../index.ts'
import type { Issue } from '../model/issue.ts'
import { FHIR_VERSIONS, type FhirVersion } from '../model/version.ts'
import { BASE, FORM_CASES } from './fixtures/form-cases.ts'
import { MORE_RESPONSE_CASES, RESPONSE_CASES } from './fixtures/response-cases.ts'
import { STRUCTURE_CASES } from './fixtures/structure-cases.ts'

const STRUCTURE: ReadonlySet<string> = new Set(['shape', 'primitive', 'element'])
const structureRules = RULES.filter(rule => STRUCTURE.has(rule.looksAt))

const versionsOf = (rule: Rule) => FHIR_VERSIONS.filter(version => rule.severity[version] !== undefined)
const ruleOf = (id: string): Rule => {
  const rule = RULES.find(each => each.id === id)
  if (rule === undefined) throw new Error(`no rule ${id}`)
  return rule
}
const SENTENCE = /^[A-Z].*\.$/s
const shown = (document: unknown) => (JSON.stringify(document) ?? '').slice(0, 160)
const issuesBy = (issues: readonly Issue[], rule: Rule) => issues.filter(issue => issue.rule === rule.id)

t.test('has one row for each id, with a sentence, a source and a severity', async t => {
  t.equal(new Set(RULES.map(({ id }) => id)).size, RULES.length)
  for (const rule of RULES) {
    t.match(rule.text, /^[A-Z].*\.$/, rule.id)
    t.match(rule.source, /\.$/, rule.id)
    t.ok(versionsOf(rule).length > 0, rule.id)
  }
})

t.test('has cases for every rule of structure, and for no other', async t => {
  t.same(new Set(Object.keys(STRUCTURE_CASES)), new Set(structureRules.map(({ id }) => id)))
})

const errors = (issues: readonly Issue[]) =>
  issues.filter(({ severity }) => severity === 'error' || severity === 'fatal')

for (const rule of structureRules) {
  const {
    accepted,
    rejected,
    versions = versionsOf(rule),
  } = STRUCTURE_CASES[rule.id] ?? { accepted: [], rejected: [] }
  t.test(`${rule.id}: ${rule.text}`, async t => {
    t.ok(accepted.length > 0 && rejected.length > 0, 'has an accepted and a rejected case')
    for (const fhirVersion of versions as readonly FhirVersion[]) {
      for (const resource of accepted) {
        const issues = checkStructureOnly(resource, { fhirVersion })
        t.same(
          [...issuesBy(issues, rule), ...errors(issues)],
          [],
          `${fhirVersion} accepts ${JSON.stringify(resource).slice(0, 200)}`,
        )
      }
      for (const resource of rejected) {
        const issues = issuesBy(checkStructureOnly(resource, { fhirVersion }), rule)
        const shown = JSON.stringify(resource).slice(0, 200)
        t.ok(issues.length > 0, `${fhirVersion} refuses ${shown}`)
        for (const issue of issues) {
          const lenient =
            rule.id === 'S-CHOICE' && fhirVersion === 'mix' ? 'warning' : rule.severity[fhirVersion]
          t.equal(issue.severity, lenient, `${fhirVersion} severity of ${shown}`)
          t.match(issue.text, /^[A-Z'].*\.$/)
        }
      }
    }
  })
}

/** Wraps items in a form or a response. */
const formOf = (content: readonly object[] | object) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  ...(Array.isArray(content) ? { item: content } : content),
})
const responseOf = (content: readonly object[] | object) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'http://example.org/form',
  ...(Array.isArray(content) ? { item: content } : content),
})

const registered = {
  resourceType: 'ValueSet',
  url: 'http://example.org/registered',
  status: 'active',
  compose: { include: [{ system: 'http://example.org/codes', concept: [{ code: 'r' }] }] },
}

const compile = async (form: object, fhirVersion: FhirVersion) => {
  const engines = await loadEngines(form, fhirVersion)
  return compileRulesOnly(form, {
    fhirVersion,
    ...engines,
    valueSets: canonical => (canonical === registered.url ? registered : undefined),
    questionnaires: canonical => (canonical === BASE.url ? BASE : undefined),
  })
}

t.test('has cases for every rule of forms and responses, and for no other', async t => {
  const rules = RULES.filter(rule => !STRUCTURE.has(rule.looksAt)).map(({ id }) => id)
  t.same(new Set([...Object.keys(FORM_CASES), ...Object.keys(RESPONSE_CASES)]), new Set(rules))
})

for (const [id, { accepted, rejected }] of Object.entries(FORM_CASES)) {
  const rule = ruleOf(id)
  t.test(`${id}: ${rule.text}`, async t => {
    t.ok(accepted.length > 0 && rejected.length > 0, 'has an accepted and a rejected case')
    for (const fhirVersion of versionsOf(rule)) {
      for (const content of accepted) {
        const { issues } = await compile(formOf(content), fhirVersion)
        t.same(issuesBy(issues, rule), [], `${fhirVersion} accepts ${shown(content)}`)
      }
      for (const content of rejected) {
        const issues = issuesBy((await compile(formOf(content), fhirVersion)).issues, rule)
        t.ok(issues.length > 0, `${fhirVersion} refuses ${shown(content)}`)
        for (const issue of issues) {
          t.equal(issue.severity, rule.severity[fhirVersion], `${fhirVersion} severity of ${shown(content)}`)
          t.match(issue, { text: SENTENCE, expression: /^Questionnaire/ })
        }
      }
    }
  })
}

const responseCases = [
  ...Object.entries(RESPONSE_CASES).map(([rule, found]) => ({ rule, ...found })),
  ...MORE_RESPONSE_CASES,
]

t.test('has an accepted and a rejected response for every rule of responses', async t => {
  for (const id of Object.keys(RESPONSE_CASES)) {
    const own = responseCases.filter(({ rule }) => rule === id)
    t.ok(
      own.some(({ accepted }) => accepted.length > 0),
      `${id} accepts something`,
    )
    t.ok(
      own.some(({ rejected }) => rejected.length > 0),
      `${id} refuses something`,
    )
  }
})

for (const { rule: id, form, accepted, rejected, severity } of responseCases) {
  const rule = ruleOf(id)
  t.test(`${id}: ${rule.text} ${shown(form)}`, async t => {
    for (const fhirVersion of versionsOf(rule)) {
      const { validate } = await compile(formOf(form), fhirVersion)
      for (const content of accepted) {
        t.same(issuesBy(validate(responseOf(content)), rule), [], `${fhirVersion} accepts ${shown(content)}`)
      }
      for (const content of rejected) {
        const issues = issuesBy(validate(responseOf(content)), rule)
        t.ok(issues.length > 0, `${fhirVersion} refuses ${shown(content)}`)
        for (const issue of issues) {
          t.equal(
            issue.severity,
            severity ?? rule.severity[fhirVersion],
            `${fhirVersion} severity of ${shown(content)}`,
          )
          t.match(issue, { text: SENTENCE, expression: /^QuestionnaireResponse/ })
        }
        if (rule.unfinished === undefined) continue
        const unfinished = issuesBy(validate({ ...responseOf(content), status: 'in-progress' }), rule)
        t.ok(
          unfinished.every(issue => issue.severity === rule.unfinished),
          `${fhirVersion} is milder before the end`,
        )
      }
    }
  })
}
