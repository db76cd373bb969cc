/** English sentences of the rules, generated from fhir/languages by fhir/generate: do not edit. */
import { choose, count, oneOf, type Sentence, say } from '../model/sentence.ts'

export const typeOf = (v: { question: string | number; type: string | number }): Sentence =>
  say`Answer ${v.question} with ${choose(v.type, { boolean: 'yes or no', decimal: 'a number', integer: 'a whole number', date: 'a date', dateTime: 'a date and time', time: 'a time of day', url: 'a web address', coding: 'one of the options', attachment: 'a file', reference: 'a reference to a record', quantity: 'a number with a unit', other: 'text' })}.`

export const chooseOption = (v: { question: string | number }): Sentence =>
  say`Choose one of the options for ${v.question}.`

export const noOtherText = (v: { question: string | number }): Sentence =>
  say`Choose one of the options for ${v.question}; it takes no other text.`

export const chooseInstead = (v: { option: string | number; question: string | number }): Sentence =>
  say`Choose the option '${v.option}' of ${v.question} instead of writing it.`

export const referTo = (v: { types: readonly string[]; question: string | number; type: string | number }): Sentence =>
  say`Refer to a ${oneOf(v.types)} for ${v.question}, not to a ${v.type}.`

export const keepGiven = (v: { question: string | number }): Sentence =>
  say`Leave ${v.question} as the form gives it.`

export const atLeast = (v: { limit: string | number; question: string | number }): Sentence =>
  say`Give a value of at least ${v.limit} for ${v.question}.`

export const atMost = (v: { limit: string | number; question: string | number }): Sentence =>
  say`Give a value of at most ${v.limit} for ${v.question}.`

export const notConverted = (v: { question: string | number; limit: string | number }): Sentence =>
  say`Check ${v.question} against ${v.limit}: this check converts no units.`

export const comparableUnit = (v: { question: string | number; limit: string | number }): Sentence =>
  say`Give ${v.question} in a unit that can be compared with ${v.limit}.`

export const unitAsCode = (v: { question: string | number }): Sentence =>
  say`Give the unit of ${v.question} as a code too: its text alone was compared.`

export const multipleOf = (v: { step: string | number; question: string | number }): Sentence =>
  say`Give a multiple of ${v.step} for ${v.question}.`

export const inSteps = (v: { step: string | number; from: string | number; question: string | number }): Sentence =>
  say`Give a value in steps of ${v.step}, counted from ${v.from}, for ${v.question}.`

export const wholeNumber = (v: { question: string | number }): Sentence =>
  say`Give a whole number for ${v.question}.`

export const decimalPlaces = (v: { question: string | number; most: number }): Sentence =>
  say`Give ${v.question} with at most ${count(v.most, `${v.most} decimal place`, `${v.most} decimal places`)}.`

export const shorten = (v: { question: string | number; most: number }): Sentence =>
  say`Shorten ${v.question} to ${count(v.most, `${v.most} character`, `${v.most} characters`)} or fewer.`

export const lengthen = (v: { least: number; question: string | number }): Sentence =>
  say`Write at least ${count(v.least, `${v.least} character`, `${v.least} characters`)} for ${v.question}.`

export const oneLine = (v: { question: string | number }): Sentence =>
  say`Write ${v.question} in one line.`

export const oneOfUnits = (v: { question: string | number; units: string | number }): Sentence =>
  say`Give ${v.question} in one of these units: ${v.units}.`

export const fileType = (v: { types: readonly string[]; question: string | number }): Sentence =>
  say`Attach a file of type ${oneOf(v.types)} for ${v.question}.`

export const fileSize = (v: { most: number; question: string | number }): Sentence =>
  say`Attach a file of ${count(v.most, `${v.most} byte`, `${v.most} bytes`)} or fewer for ${v.question}.`

export const nameForm = (): Sentence => say`Name the form that this response answers.`

export const otherForm = (v: { reference: string | number }): Sentence =>
  say`Send this response to the form that it names: '${v.reference}' is another one.`

export const inactiveForm = (v: { status: string | number }): Sentence =>
  say`Use a form that is active: this one is ${choose(v.status, { draft: 'a draft', other: 'retired' })}.`

export const tooEarly = (v: { start: string | number }): Sentence =>
  say`Wait until ${v.start} to answer this form.`

export const tooLate = (v: { end: string | number }): Sentence =>
  say`Look for a newer form: this one could be answered until ${v.end}.`

export const languageTag = (): Sentence => say`Give the language as a BCP 47 tag, such as 'de' or 'pt-BR'.`

export const subjectType = (v: { types: readonly string[]; type: string | number }): Sentence =>
  say`Answer this form about a ${oneOf(v.types)}, not about a ${v.type}.`

export const keepText = (v: { question: string | number }): Sentence =>
  say`Keep the text of the form for ${v.question}.`

export const answersOrItems = (v: { question: string | number }): Sentence =>
  say`Give ${v.question} either answers or items: what follows an answer stands below the answer.`

export const belowAnswer = (v: { question: string | number }): Sentence =>
  say`Put what follows ${v.question} below its answer.`

export const oneAnswer = (v: { question: string | number }): Sentence =>
  say`Give one answer to ${v.question}.`

export const noModifier = (v: { question: string | number }): Sentence =>
  say`Send ${v.question} without modifierExtension: it could change what the answer means.`

export const notTheGroup = (v: { question: string | number }): Sentence =>
  say`Answer the questions in ${v.question}, not the group itself.`

export const onlyShown = (v: { question: string | number }): Sentence =>
  say`Leave ${v.question} without answers: it is only shown.`

export const exclusive = (v: { option: string | number; question: string | number }): Sentence =>
  say`Choose '${v.option}' alone, or the other options of ${v.question} without it.`

export const notAsked = (v: { question: string | number }): Sentence =>
  say`Remove the answer to ${v.question}: given the other answers, it is not asked.`

export const sign = (v: { question: string | number }): Sentence =>
  say`Sign ${v.question}.`

export const minAnswers = (v: { least: number; question: string | number }): Sentence =>
  say`Give at least ${count(v.least, `${v.least} answer`, `${v.least} answers`)} to ${v.question}.`

export const maxAnswers = (v: { most: number; question: string | number }): Sentence =>
  say`Give at most ${count(v.most, `${v.most} answer`, `${v.most} answers`)} to ${v.question}.`

export const minEntries = (v: { least: number; question: string | number }): Sentence =>
  say`Give at least ${count(v.least, `${v.least} entry`, `${v.least} entries`)} for ${v.question}.`

export const maxEntries = (v: { most: number; question: string | number }): Sentence =>
  say`Give at most ${count(v.most, `${v.most} entry`, `${v.most} entries`)} for ${v.question}.`

export const undecided = (v: { question: string | number }): Sentence =>
  say`Check whether ${v.question} is meant to be answered: the other answers are not exact enough to tell.`

export const linkIdMissing = (): Sentence => say`Say by a linkId which item of the form this answers.`

export const linkIdUnknown = (v: { linkId: string | number }): Sentence =>
  say`Remove the item '${v.linkId}': the form does not ask it.`

export const moveToTop = (v: { question: string | number }): Sentence =>
  say`Move the item ${v.question} at the top of the response, where the form has it.`

export const moveBelow = (v: { question: string | number; parent: string | number }): Sentence =>
  say`Move the item ${v.question} below ${v.parent}, where the form has it.`

export const moveUp = (v: { question: string | number }): Sentence =>
  say`Move ${v.question} up: the form asks it earlier.`

export const answerOnce = (v: { question: string | number }): Sentence =>
  say`Answer ${v.question} once.`

export const fillOnce = (v: { question: string | number }): Sentence =>
  say`Fill in ${v.question} once: the group does not repeat.`

export const oneItem = (v: { question: string | number }): Sentence =>
  say`Put all answers to ${v.question} into one item.`

export const patternTooLarge = (v: { question: string | number }): Sentence =>
  say`Ask for a simpler form: the pattern of ${v.question} is too large.`

export const inFormat = (v: { question: string | number; format: string | number }): Sentence =>
  say`Write ${v.question} in the form ${v.format}.`

export const inItsFormat = (v: { question: string | number }): Sentence =>
  say`Write ${v.question} in the form that it asks for.`

export const condition = (v: { key: string | number }): Sentence =>
  say`Change the answers so that the condition '${v.key}' of this form holds.`

export const conditionUnknown = (v: { question: string | number }): Sentence =>
  say`Check whether ${v.question} is meant to be answered: the form's expression does not tell.`

export const optionsUnknown = (v: { question: string | number }): Sentence =>
  say`Check the answer to ${v.question}: its options cannot be found here.`

export const listUnknown = (v: { question: string | number }): Sentence =>
  say`Check the answer to ${v.question}: its list of options is not known here.`

export const ownUnits = (v: { question: string | number }): Sentence =>
  say`Give ${v.question} in one of its units.`

export const unitsUnknown = (v: { question: string | number }): Sentence =>
  say`Check the unit of ${v.question}: its list of units is not known here.`

export const profileUnread = (v: { question: string | number; profiles: readonly string[] }): Sentence =>
  say`Check that the record for ${v.question} follows ${oneOf(v.profiles)}: it is not read here.`

export const profile = (v: { profiles: readonly string[]; question: string | number }): Sentence =>
  say`Refer to a record of the profile ${oneOf(v.profiles)} for ${v.question}.`

export const signResponse = (): Sentence => say`Sign this response.`

export const limitUnknown = (v: { question: string | number }): Sentence =>
  say`Check ${v.question} against its limit: the form's expression gives no limit here.`

export const constraintUnknown = (v: { key: string | number }): Sentence =>
  say`Check the condition '${v.key}' of this form yourself: it cannot be evaluated here.`

export const computedUnknown = (v: { question: string | number }): Sentence =>
  say`Check the answer to ${v.question}: the value that the form computes is not known here.`

export const computedDiffers = (v: { question: string | number; own: string | number; computed: string | number }): Sentence =>
  say`Check the answer to ${v.question}: it is ${v.own}, and the form computes ${v.computed}.`

export const computedNothing = (v: { question: string | number; own: string | number }): Sentence =>
  say`Check the answer to ${v.question}: it is ${v.own}, and the form computes no value.`

export const notOffered = (v: { option: string | number; question: string | number }): Sentence =>
  say`Choose another option than '${v.option}' for ${v.question}: given the other answers, it is not offered.`

export const offerUnknown = (v: { question: string | number }): Sentence =>
  say`Check the answer to ${v.question}: not every option on offer is known here.`

export const notCheckedNow = (v: { question: string | number }): Sentence =>
  say`The answer to ${v.question} cannot be checked now: the terminology server does not answer.`
