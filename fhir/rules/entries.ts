/** Rules for items of a response: questions have answers, groups have items. */
import { isQuestion } from '../definition.ts'
import { isEnabled } from '../enable-when.ts'
import { extension, extensions, nested } from '../extensions.ts'
import { primitiveOf } from '../form/translate.ts'
import { FURTHER } from '../further-extensions.ts'
import { optionFinder } from '../option-index.ts'
import { answered, isAnswered } from '../places.ts'
import type { EntryRule, Findings } from '../rule.ts'
import { object } from '../shape.ts'
import { isSigned } from '../signatures.ts'
import { everywhere } from '../version.ts'
import type { Entry } from '../walk.ts'

// These depend on the entry alone: one function serves all items of all forms.
const sameText = ({ raw, item }: Entry): Findings =>
  raw.text === undefined ||
  item === undefined ||
  raw.text === item.text ||
  extensions(primitiveOf(item.raw, 'text'), 'translation').some(
    each => object<{ valueString: string }>(nested(each, 'content'))?.valueString === raw.text,
  )
    ? undefined
    : { text: `Keep the text of the form for ${item.name}.`, at: '.text' }

const itemsOrAnswers = ({ raw, item }: Entry): Findings =>
  raw.item === undefined || raw.answer === undefined
    ? undefined
    : `Give ${item?.name} either answers or items: what follows an answer stands below the answer.`

const nothingBelow = ({ raw, item }: Entry): Findings =>
  raw.item === undefined
    ? undefined
    : { text: `Put what follows ${item?.name} below its answer.`, at: '.item' }

const oneAnswer = (entry: Entry): Findings =>
  entry.answers.length < 2 || answered(entry).length < 2
    ? undefined
    : { text: `Give one answer to ${entry.item?.name}.`, at: '.answer' }

const noModifier = ({ raw, item }: Entry): Findings =>
  raw.modifierExtension === undefined
    ? undefined
    : {
        text: `Send ${item?.name} without modifierExtension: it could change what the answer means.`,
        at: '.modifierExtension',
      }

export const entryRules: readonly EntryRule[] = [
  {
    id: 'QR-TEXT',
    looksAt: 'response item',
    text: 'The text of an item equals the text in the form, or one of its translations.',
    source: 'R5: SHOULD, SDC: SHALL, nothing before. An error in the Java validator, a warning here.',
    code: 'business-rule',
    severity: everywhere('warning'),
    on: () => sameText,
  },
  {
    id: 'qrs-1',
    looksAt: 'response item',
    text: 'An item of a response holds items or answers, not both.',
    source: 'qrs-1.',
    code: 'invariant',
    severity: everywhere('error'),
    on: () => itemsOrAnswers,
  },
  {
    id: 'QR-NEST',
    looksAt: 'response item',
    text: 'What follows a question stands below its answer.',
    source: 'QuestionnaireResponse.item.answer.item.',
    code: 'structure',
    severity: everywhere('error'),
    on: item => (isQuestion(item) ? nothingBelow : undefined),
  },
  {
    id: 'QR-GROUP-ANSWER',
    looksAt: 'response item',
    text: 'A group has no answer.',
    source: 'Questionnaire.item.type group.',
    code: 'structure',
    severity: everywhere('error'),
    on: item =>
      item.type === 'group'
        ? entry => {
            if (entry.raw.answer === undefined) return
            return { text: `Answer the questions in ${item.name}, not the group itself.`, at: '.answer' }
          }
        : undefined,
  },
  {
    id: 'QR-DISPLAY',
    looksAt: 'response item',
    text: 'A display has neither answers nor items; standing empty it may stay.',
    source: 'Questionnaire.item.type display.',
    code: 'structure',
    severity: everywhere('error'),
    on: item =>
      item.type === 'display'
        ? entry => {
            if (entry.raw.answer === undefined && entry.raw.item === undefined) return
            return `Leave ${item.name} without answers: it is only shown.`
          }
        : undefined,
  },
  {
    id: 'QR-REPEATS-ANSWER',
    looksAt: 'response item',
    text: 'Only a repeating question has more than one answer.',
    source: 'Questionnaire.item.repeats.',
    code: 'business-rule',
    severity: everywhere('error'),
    on: item => (isQuestion(item) && !item.repeats ? oneAnswer : undefined),
  },
  {
    id: 'QR-EXCL',
    looksAt: 'response item',
    text: 'An exclusive option is the only answer.',
    source: 'Extension questionnaire-optionExclusive, and exclusive-option of forms that name the code.',
    code: 'business-rule',
    severity: everywhere('error'),
    on(item) {
      const exclusive = item.options.filter(option => option.exclusive)
      if (exclusive.length === 0) return
      const exclusiveOf = optionFinder(exclusive)
      return entry => {
        if (entry.answers.length < 2) return
        const given = answered(entry)
        const chosen = new Set(given.map(exclusiveOf))
        const excluding = exclusive.find(option => chosen.has(option))
        if (excluding === undefined || given.length < 2) return
        return {
          text: `Choose '${excluding.label}' alone, or the other options of ${item.name} without it.`,
          at: '.answer',
        }
      }
    },
  },
  {
    id: 'QR-EW',
    looksAt: 'response item',
    text: 'An item that its conditions disable has no answers; standing empty it may stay.',
    source:
      'Questionnaire.item.enableWhen. Work in progress may keep them (SDC), where the Java validator refuses.',
    code: 'business-rule',
    severity: everywhere('error'),
    unfinished: 'warning',
    on: item =>
      item.gated
        ? (entry, walk) => {
            if (!entry.inPlace || isEnabled(item, entry.scope, walk) || !isAnswered(entry)) return
            // Report only the outermost one.
            const above = entry.scope.entry
            if (above?.item !== undefined && !isEnabled(above.item, above.scope, walk)) return
            return `Remove the answer to ${item.name}: given the other answers, it is not asked.`
          }
        : undefined,
  },
  {
    id: 'QR-MODEXT',
    looksAt: 'response item',
    text: 'No item carries a modifierExtension.',
    source: 'Extensibility: who does not know a modifier must refuse what it modifies.',
    code: 'extension',
    severity: everywhere('error'),
    on: () => noModifier,
  },
  {
    id: 'QR-SIGN',
    looksAt: 'response item',
    text: 'An item that asks for a signature is signed when the response is completed.',
    source: 'Extension questionnaire-signatureRequired, with the type of the signature.',
    code: 'business-rule',
    severity: everywhere('warning'),
    on(item) {
      const required = extension(item.raw, FURTHER.signatureRequired)
      if (required === undefined) return
      return (entry, walk) =>
        !walk.completed || isSigned(entry.raw, required) ? undefined : `Sign ${item.name}.`
    },
  },
]
