/** English sentences of the rules, generated from fhir/languages by fhir/generate: do not edit. */
import { type Sentence, say } from '../model/sentence.ts'

export const required = (v: { question: string | number }): Sentence =>
  say`Answer ${v.question}.`

export const requiredGroup = (v: { question: string | number }): Sentence =>
  say`Answer at least one question in ${v.question}.`
