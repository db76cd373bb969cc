/** Rules for items of a response: questions have answers, groups have items. */
import { isEnabled } from '../model/enabled.ts'
import { answered, isAnswered } from '../model/entry-queries.ts'
import { extension, extensions, nested } from '../model/extensions.ts'
import { FURTHER } from '../model/further-extensions.ts'
import type { Findings } from '../model/issue.ts'
import { optionFinder } from '../model/option-index.ts'
import { isQuestion } from '../model/read-form.ts'
import { isSigned } from '../model/required-signature.ts'
import type { Entry } from '../model/response-tree.ts'
import type { Bare, EntryRule } from '../model/rule.ts'
import { primitiveOf } from '../model/translated-text.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { object } from '../values/unchecked-json.ts'

const nameOf = (item: Entry['item']) => item?.name ?? ''

// These depend on the entry alone: one function serves all items of all forms.
const sameText = ({ raw, item }: Entry): Findings =>
  raw.text === undefined ||
  item === undefined ||
  raw.text === item.text ||
  extensions(primitiveOf(item.raw, 'text'), 'translation').some(
    each => object<{ valueString: string }>(nested(each, 'content'))?.valueString === raw.text,
  )
    ? undefined
    : { ...say.keepText({ question: item.name }), at: '.text' }

const itemsOrAnswers = ({ raw, item }: Entry): Findings =>
  raw.item === undefined || raw.answer === undefined
    ? undefined
    : say.answersOrItems({ question: nameOf(item) })

const nothingBelow = ({ raw, item }: Entry): Findings =>
  raw.item === undefined ? undefined : { ...say.belowAnswer({ question: nameOf(item) }), at: '.item' }

const oneAnswer = (entry: Entry): Findings =>
  entry.answers.length < 2 || answered(entry).length < 2
    ? undefined
    : { ...say.oneAnswer({ question: nameOf(entry.item) }), at: '.answer' }

const noModifier = ({ raw, item }: Entry): Findings =>
  raw.modifierExtension === undefined
    ? undefined
    : {
        ...say.noModifier({ question: nameOf(item) }),
        at: '.modifierExtension',
      }

export const entryRules: readonly Bare<EntryRule>[] = [
  {
    id: 'QR-TEXT',
    looksAt: 'response item',
    code: 'business-rule',
    severity: everywhere('warning'),
    on: () => sameText,
  },
  {
    id: 'qrs-1',
    looksAt: 'response item',
    code: 'invariant',
    severity: everywhere('error'),
    on: () => itemsOrAnswers,
  },
  {
    id: 'QR-NEST',
    looksAt: 'response item',
    code: 'structure',
    severity: everywhere('error'),
    on: item => (isQuestion(item) ? nothingBelow : undefined),
  },
  {
    id: 'QR-GROUP-ANSWER',
    looksAt: 'response item',
    code: 'structure',
    severity: everywhere('error'),
    on: item =>
      item.type === 'group'
        ? entry => {
            if (entry.raw.answer === undefined) return
            return { ...say.notTheGroup({ question: item.name }), at: '.answer' }
          }
        : undefined,
  },
  {
    id: 'QR-DISPLAY',
    looksAt: 'response item',
    code: 'structure',
    severity: everywhere('error'),
    on: item =>
      item.type === 'display'
        ? entry => {
            if (entry.raw.answer === undefined && entry.raw.item === undefined) return
            return say.onlyShown({ question: item.name })
          }
        : undefined,
  },
  {
    id: 'QR-REPEATS-ANSWER',
    looksAt: 'response item',
    code: 'business-rule',
    severity: everywhere('error'),
    on: item => (isQuestion(item) && !item.repeats ? oneAnswer : undefined),
  },
  {
    id: 'QR-EXCL',
    looksAt: 'response item',
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
          ...say.exclusive({ option: excluding.label, question: item.name }),
          at: '.answer',
        }
      }
    },
  },
  {
    id: 'QR-EW',
    looksAt: 'response item',
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
            return say.notAsked({ question: item.name })
          }
        : undefined,
  },
  {
    id: 'QR-MODEXT',
    looksAt: 'response item',
    code: 'extension',
    severity: everywhere('error'),
    on: () => noModifier,
  },
  {
    id: 'QR-SIGN',
    looksAt: 'response item',
    code: 'business-rule',
    severity: everywhere('warning'),
    on(item) {
      const required = extension(item.raw, FURTHER.signatureRequired)
      if (required === undefined) return
      return (entry, walk) =>
        !walk.completed || (isQuestion(item) && !isAnswered(entry)) || isSigned(entry.raw, required)
          ? undefined
          : say.sign({ question: item.name })
    },
  },
]
