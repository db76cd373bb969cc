/** English sentences of the rules, generated from fhir/languages by fhir/generate: do not edit. */
import { type Sentence, say } from '../model/sentence.ts'

export const giveYear = (v: { question: string | number }): Sentence =>
  say`Give the year of ${v.question} in four digits, for example 1985.`

export const giveMonth = (v: { question: string | number }): Sentence =>
  say`Give the month of ${v.question} as a number from 1 to 12.`

export const giveDay = (v: { question: string | number; last: string | number }): Sentence =>
  say`Give the day of ${v.question} as a number from 1 to ${v.last}.`

export const giveHour = (v: { question: string | number }): Sentence =>
  say`Give the hour of ${v.question} as a number from 0 to 23.`

export const giveMinute = (v: { question: string | number }): Sentence =>
  say`Give the minute of ${v.question} as a number from 0 to 59.`

export const giveHalf = (v: { question: string | number }): Sentence =>
  say`Choose whether ${v.question} is before or after noon.`
