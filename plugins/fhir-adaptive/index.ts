/**
 * Computerized adaptive tests: chooses the questions of forms whose items have parameters of the graded
 * response model.
 */
import type { Extension, Questionnaire } from 'fhir/r4.js'
import { definePlugin, withIssues } from '../../core/index.ts'
import { InvalidItemBank } from './errors.ts'
import type { Estimate } from './graded-response.ts'
import { type ReadBank, readItemBank } from './item-bank.ts'
import { stepOf } from './test-step.ts'

const SCORES = 'http://hl7.org/fhir/StructureDefinition/questionnaire-scores'

export default definePlugin({
  name: 'fhir-adaptive',
  version: '1.0.0',
  dependencies: ['fhir-questionnaire'],
  hooks: {
    validateQuestionnaire({ questionnaire }) {
      const issues = readItemBank(questionnaire)?.issues ?? []
      if (issues.length > 0) throw withIssues(new InvalidItemBank(), issues)
    },
    nextQuestion(step) {
      const { bank, issues } = bankIn(step.questionnaire) ?? {}
      // A form that was registered without this plugin has not been checked.
      if (bank === undefined || issues === undefined || issues.length > 0) return step
      const { next, estimate } = stepOf(bank, step.asked)
      return {
        ...step,
        next: next === undefined ? [] : [next],
        ...(estimate && { scores: [scoresOf(estimate)] }),
      }
    },
  },
})

/** A replay presents one form for each of its steps. */
const read = new WeakMap<object, ReadBank | undefined>()

function bankIn(form: Readonly<Questionnaire>): ReadBank | undefined {
  const known = read.has(form) ? read.get(form) : readItemBank(form)
  read.set(form, known)
  return known
}

/** The scores as published adaptive measures write them. */
const scoresOf = ({ theta, standardError }: Estimate): Extension => ({
  url: SCORES,
  extension: [
    { url: `${SCORES}/theta`, valueDecimal: rounded(theta) },
    { url: `${SCORES}/standarderror`, valueDecimal: rounded(standardError) },
  ],
})

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
