/** Rules for a response as a whole: its form, times and subject. */
import type { Period, Reference, Resource } from 'fhir/r5.js'
import { extension } from '../model/extensions.ts'
import type { Form } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { isSigned } from '../model/required-signature.ts'
import type { Walk } from '../model/response-tree.ts'
import type { ResponseRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { compareDates } from '../values/dates.ts'
import { isLanguageTag } from '../values/language-tags.ts'
import { object, objects, text } from '../values/unchecked-json.ts'

/** True if a reference names the form: by its canonical, its id, its id as a URN, or below a base URL. */
export function namesForm(reference: string, { raw }: Form, contained: unknown): boolean {
  const url = text(raw.url)
  const ids = [text(raw.id), text((raw as { readonly _id?: unknown })._id)].filter(id => id !== undefined)
  if (url === undefined && ids.length === 0) return true
  if (reference.startsWith('#')) {
    return objects<Resource>(contained).some(
      resource => resource.id === reference.slice(1) && resource.resourceType === 'Questionnaire',
    )
  }
  const bar = reference.indexOf('|')
  const address = bar < 0 ? reference : reference.slice(0, bar)
  const version = bar < 0 ? undefined : reference.slice(bar + 1)
  if (version !== undefined && raw.version !== undefined && version !== raw.version) return false
  if (address === url) return true
  return ids.some(
    id =>
      address === id ||
      address === `urn:uuid:${id}` ||
      address.endsWith(`/Questionnaire/${id}`) ||
      address === `Questionnaire/${id}`,
  )
}

const subjectType = (walk: Walk) => {
  const subject = object<Reference>(walk.raw.subject)
  const type = text(subject?.type)
  if (type !== undefined) return type
  const parts = (text(subject?.reference) ?? '').split('/')
  const named = parts.at(-2)
  return named !== undefined && /^[A-Z][A-Za-z]+$/.test(named) ? named : undefined
}

export const responseRules: readonly ResponseRule[] = [
  {
    id: 'QR-Q',
    looksAt: 'response',
    text: 'A response names the form that it answers.',
    source: 'QuestionnaireResponse.questionnaire: 0..1 before R5, 1..1 since.',
    code: 'required',
    severity: { R4: 'warning', R4B: 'warning', R5: 'error', mix: 'error' },
    check({ raw, form }) {
      const reference = text(raw.questionnaire)
      if (reference === undefined) return say.nameForm()
      if (namesForm(reference, form, raw.contained)) return
      return {
        ...say.otherForm({ reference }),
        at: '.questionnaire',
        severity: 'error',
      }
    },
  },
  {
    id: 'QR-Q-STATUS',
    looksAt: 'response',
    text: 'The form is in use, neither a draft nor retired.',
    source: 'Questionnaire.status.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check({ form }) {
      const status = form.raw.status
      if (status !== 'draft' && status !== 'retired') return
      return say.inactiveForm({ status })
    },
  },
  {
    id: 'QR-AUTHORED',
    looksAt: 'response',
    text: 'A response is given while the form is in effect.',
    source: 'Questionnaire.effectivePeriod.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check({ raw, form }) {
      const authored = text(raw.authored)
      const period = object<Period>(form.raw.effectivePeriod)
      if (authored === undefined || period === undefined) return
      const start = text(period.start)
      const end = text(period.end)
      if (start !== undefined && compareDates(authored, start)?.order === -1) {
        return { ...say.tooEarly({ start }), at: '.authored' }
      }
      if (end !== undefined && compareDates(authored, end)?.order === 1) {
        return { ...say.tooLate({ end }), at: '.authored' }
      }
      return
    },
  },
  {
    id: 'QR-LANGUAGE',
    looksAt: 'response',
    text: 'The language of a response is a BCP 47 tag.',
    source: 'Resource.language, bound to BCP 47; RFC 5646 §2.1 for the form of a tag.',
    code: 'code-invalid',
    severity: everywhere('error'),
    check({ raw }) {
      const language = text(raw.language)
      if (language === undefined || isLanguageTag(language)) return
      return { ...say.languageTag(), at: '.language' }
    },
  },
  {
    id: 'QR-SUBJECT',
    looksAt: 'response',
    text: "The subject of a response is of a type that the form's subjectType names.",
    source: 'Questionnaire.subjectType. The Java validator does not check it.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check(walk) {
      const types = walk.form.raw.subjectType
      if (!Array.isArray(types) || types.length === 0) return
      const type = subjectType(walk)
      if (type === undefined || types.includes(type)) return
      return {
        ...say.subjectType({ types: types.map(String), type }),
        at: '.subject',
      }
    },
  },
  {
    id: 'QR-SIGN-WHOLE',
    looksAt: 'response',
    text: 'A response is signed when it is completed, if the form asks for that.',
    source: 'Extension questionnaire-signatureRequired of the form, with the type of the signature.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check({ raw, form, completed }) {
      const required = extension(form.raw, FURTHER.signatureRequired)
      if (!completed || required === undefined || isSigned(raw, required)) return
      return say.signResponse()
    },
  },
]
