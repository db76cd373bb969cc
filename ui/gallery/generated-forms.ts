/** Generated forms: for features that the examples lack, and for measurements. */
import type { Questionnaire, QuestionnaireItem } from 'fhir/r5.js'

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const UCUM = 'http://unitsofmeasure.org'

type Make = (linkId: string) => Partial<QuestionnaireItem>

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    valueCoding: { system: 'urn:x', code: `c${index}`, display: `Option ${index + 1}` },
  }))

const control = (code: string) => ({
  url: `${HL7}questionnaire-itemControl`,
  valueCodeableConcept: { coding: [{ code }] },
})

/** Ten kinds of questions, in turn. */
const KINDS: readonly Make[] = [
  () => ({ type: 'string' }),
  () => ({ type: 'text' }),
  () => ({ type: 'integer' }),
  () => ({ type: 'decimal' }),
  () => ({ type: 'boolean' }),
  () => ({ type: 'coding', answerOption: options(4) }),
  () => ({ type: 'coding', answerOption: options(8), extension: [control('drop-down')] }),
  () => ({ type: 'coding', repeats: true, answerOption: options(4) }),
  () => ({ type: 'date' }),
  () => ({
    type: 'quantity',
    extension: [
      { url: `${HL7}questionnaire-unitOption`, valueCoding: { system: UCUM, code: 'kg', display: 'kg' } },
    ],
  }),
]

/** Groups of ten mixed questions, each with one more that its yes-or-no question shows. */
export function mixed(many: number): Questionnaire {
  const groups = Array.from({ length: Math.ceil(many / KINDS.length) }, (_, group) => ({
    linkId: `g${group}`,
    type: 'group' as const,
    text: `Group ${group + 1}`,
    item: [
      ...KINDS.map((make, index) => {
        const linkId = `g${group}.${index}`
        return { linkId, text: `Question ${group + 1}.${index + 1}`, ...make(linkId) } as QuestionnaireItem
      }),
      {
        linkId: `g${group}.more`,
        type: 'string' as const,
        text: 'Tell us more',
        enableWhen: [{ question: `g${group}.4`, operator: '=' as const, answerBoolean: true }],
      },
    ],
  }))
  // A question at the top level keeps the whole form on one page.
  return {
    resourceType: 'Questionnaire',
    status: 'active',
    id: `mixed-${many}`,
    title: `${many} mixed questions`,
    item: [{ linkId: 'first', type: 'string', text: 'The first question' }, ...groups],
  }
}

const plus = (text: string, url: string, value: object) => ({
  text,
  _text: { extension: [{ url, ...value }] },
})

/** Markup, translations, help, links, repeats, sliders, and malicious markup. */
export const rich: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  id: 'rich',
  title: 'Rich texts',
  language: 'en',
  item: [
    {
      linkId: 'intro',
      type: 'display',
      ...plus('Read this first.', `${HL7}rendering-xhtml`, {
        valueString:
          '<div>Read <b>this</b> <a href="https://example.org/a">first</a>.<script>window.harmed = 1</script><img src="x" onerror="window.harmed = 1"/><a href="javascript:window.harmed=1">no</a></div>',
      }),
    } as QuestionnaireItem,
    {
      linkId: 'markdown',
      type: 'string',
      ...plus('How are you?', `${HL7}rendering-markdown`, { valueMarkdown: 'How **are** you?' }),
      extension: [{ url: `${HL7}questionnaire-supportLink`, valueUri: 'https://example.org/help' }],
      item: [{ linkId: 'help', type: 'display', text: 'In a few words.', extension: [control('help')] }],
    } as QuestionnaireItem,
    {
      linkId: 'translated',
      type: 'coding',
      text: 'Colour',
      _text: {
        extension: [
          {
            url: `${HL7}translation`,
            extension: [
              { url: 'lang', valueCode: 'ar' },
              { url: 'content', valueString: 'اللون' },
            ],
          },
        ],
      },
      answerOption: [
        {
          valueCoding: {
            code: 'r',
            display: 'Red',
            _display: {
              extension: [
                {
                  url: `${HL7}translation`,
                  extension: [
                    { url: 'lang', valueCode: 'ar' },
                    { url: 'content', valueString: 'أحمر' },
                  ],
                },
              ],
            },
          },
        },
        { valueCoding: { code: 'g', display: 'Green' } },
      ],
    } as QuestionnaireItem,
    { linkId: 'names', type: 'string', text: 'Other names', repeats: true },
  ],
}

const computes = (name: string, expression: string) => ({
  url: `${SDC}${name}`,
  valueExpression: { language: 'text/fhirpath', expression },
})

/** A calculated total, a computed initial value, and a question that an expression shows. */
export const computed: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  id: 'computed',
  title: 'Computed answers',
  item: [
    { linkId: 'a', type: 'integer', text: 'A' },
    { linkId: 'b', type: 'integer', text: 'B', extension: [computes('initialExpression', '2')] },
    {
      linkId: 'total',
      type: 'integer',
      text: 'Total',
      readOnly: true,
      extension: [
        computes('calculatedExpression', "%resource.item.where(linkId='a' or linkId='b').answer.value.sum()"),
      ],
    },
    {
      linkId: 'why',
      type: 'string',
      text: 'Why so many?',
      extension: [computes('enableWhenExpression', "%resource.item.where(linkId='total').answer.value > 10")],
    },
  ],
}

/** Dates, times and a file: a birthday, limits, conditions and values that follow from dates, and several dates. */
export const dated: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  id: 'dated',
  title: 'Dates and times',
  item: [
    {
      linkId: 'born',
      type: 'date',
      text: 'When were you born?',
      required: true,
      definition: 'http://hl7.org/fhir/StructureDefinition/Patient#Patient.birthDate',
    },
    {
      linkId: 'visit',
      type: 'date',
      text: 'When was your visit?',
      extension: [
        { url: `${HL7}minValue`, valueDate: '2020-01-01' },
        { url: `${HL7}maxValue`, valueDate: '2030-12-31' },
      ],
    },
    {
      linkId: 'late',
      type: 'string',
      text: 'Why so late?',
      enableWhen: [{ question: 'visit', operator: '>', answerDate: '2026-06-30' }],
    },
    {
      linkId: 'copy',
      type: 'date',
      text: 'The next visit',
      extension: [
        computes('calculatedExpression', "%resource.item.where(linkId='visit').answer.value + 7 days"),
      ],
    },
    { linkId: 'felt', type: 'dateTime', text: 'When did you feel it?' },
    { linkId: 'woke', type: 'time', text: 'When did you get up?' },
    { linkId: 'doses', type: 'date', text: 'When were you vaccinated?', repeats: true },
    { linkId: 'letter', type: 'attachment', text: 'A letter of your doctor' },
  ],
}

/** A picture of one pixel. */
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const picture = (title: string) => ({ contentType: 'image/gif', data: pixel, title })
const style = (valueString: string) => ({ extension: [{ url: `${HL7}rendering-style`, valueString }] })
const often = { answerOption: options(3) }

/** Tables, folded groups, media, prefixes and labels of options, and options that expressions offer. */
export const drawn = {
  resourceType: 'Questionnaire',
  id: 'drawn',
  status: 'draft',
  title: 'Further ways to draw',
  item: [
    {
      linkId: 'table',
      type: 'group',
      text: 'How often',
      extension: [control('table')],
      item: [
        { linkId: 'table.a', text: 'Reading', type: 'coding', required: true, ...often },
        { linkId: 'table.b', text: 'Walking', type: 'coding', ...often },
      ],
    },
    {
      linkId: 'grid',
      type: 'group',
      text: 'Meals',
      extension: [control('grid')],
      item: ['Breakfast', 'Dinner'].map(meal => ({
        linkId: meal,
        type: 'group',
        text: meal,
        item: [
          { linkId: `${meal}.when`, text: `Time of ${meal}`, type: 'string' },
          { linkId: `${meal}.many`, text: `People at ${meal}`, type: 'integer' },
        ],
      })),
    },
    {
      linkId: 'rows',
      type: 'group',
      text: 'Pets',
      repeats: true,
      extension: [control('gtable')],
      item: [
        { linkId: 'pet', text: 'Name', type: 'string' },
        { linkId: 'age', text: 'Age', type: 'integer' },
      ],
    },
    {
      linkId: 'folded',
      type: 'group',
      text: 'More about you',
      extension: [{ url: `${SDC}collapsible`, valueCode: 'default-closed' }],
      item: [{ linkId: 'inside', text: 'Nickname', type: 'string', required: true }],
    },
    {
      linkId: 'options',
      text: 'Which one',
      _text: style('font-weight: bold; background: url(https://example.org/x); position: fixed'),
      type: 'open-choice',
      extension: [
        { url: `${SDC}openLabel`, valueString: 'Another one' },
        { url: `${SDC}itemMedia`, valueAttachment: picture('A dot') },
        {
          url: `${HL7}questionnaire-supportHyperlink`,
          extension: [
            { url: 'label', valueString: 'About dots' },
            { url: 'link', valueUri: 'https://example.org/dots' },
          ],
        },
        { url: `${HL7}questionnaire-supportLink`, valueUri: 'https://example.org/help' },
      ],
      answerOption: ['a', 'b'].map((code, index) => ({
        valueCoding: {
          code,
          display: `Dot ${code}`,
          ...(index === 0 && { _display: style('font-style: italic') }),
        },
        extension: [
          { url: `${HL7}questionnaire-optionPrefix`, valueString: `${index + 1})` },
          { url: `${SDC}itemAnswerMedia`, valueAttachment: picture(`Dot ${code}`) },
        ],
      })),
    },
    {
      linkId: 'given',
      text: 'One that is computed',
      type: 'string',
      extension: [
        {
          url: `${SDC}answerExpression`,
          valueExpression: { language: 'text/fhirpath', expression: "'First' | 'Second'" },
        },
      ],
    },
  ],
} as unknown as Questionnaire

const signed = (coding?: object) => ({
  url: `${HL7}questionnaire-signatureRequired`,
  valueCodeableConcept: coding ? { coding: [coding] } : { text: 'any' },
})

/** Signatures: on a statement, on each of several groups, and on the whole form. */
export const signatures = {
  resourceType: 'Questionnaire',
  id: 'signatures',
  status: 'draft',
  title: 'Consent to a study',
  extension: [signed()],
  item: [
    {
      linkId: 'terms',
      type: 'display',
      text: 'I have read what the study does with my answers.',
      _text: {
        extension: [
          {
            url: `${HL7}translation`,
            extension: [
              { url: 'lang', valueCode: 'de' },
              { url: 'content', valueString: 'Ich habe gelesen, was die Studie mit meinen Antworten macht.' },
            ],
          },
        ],
      },
      extension: [
        signed({
          system: 'urn:iso-astm:E1762-95:2013',
          code: '1.2.840.10065.1.12.1.7',
          display: 'Consent Signature',
        }),
      ],
    },
    {
      linkId: 'contact',
      type: 'group',
      text: 'Whom we may call',
      repeats: true,
      extension: [signed()],
      item: [{ linkId: 'phone', type: 'string', text: 'Telephone' }],
    },
    { linkId: 'email', type: 'string', text: 'E-mail' },
  ],
} as unknown as Questionnaire

const words = (...labels: readonly string[]) =>
  labels.map(display => ({ valueCoding: { system: 'urn:x', code: display.toLowerCase(), display } }))

/** Scales, tabs, a question that is shown while it is disabled, and items for which a response has no place. */
export const scales = {
  resourceType: 'Questionnaire',
  id: 'scales',
  status: 'draft',
  title: 'Your nights',
  item: [
    {
      linkId: 'trouble',
      type: 'coding',
      text: 'How often did you have trouble falling asleep?',
      required: true,
      answerOption: words('Never', 'Sometimes', 'Often', 'Always'),
    },
    {
      linkId: 'rested',
      type: 'coding',
      text: 'How rested did you feel in the mornings?',
      answerOption: words(...Array.from({ length: 11 }, (_, step) => String(step))),
    },
    {
      linkId: 'noise',
      type: 'integer',
      text: 'How loud was it?',
      extension: [
        control('slider'),
        { url: `${HL7}minValue`, valueInteger: 0 },
        { url: `${HL7}maxValue`, valueInteger: 100 },
      ],
      item: [
        { linkId: 'noise.0', type: 'display', text: 'silent', extension: [control('lower')] },
        { linkId: 'noise.100', type: 'display', text: 'unbearable', extension: [control('upper')] },
      ],
    },
    { linkId: 'pills', type: 'boolean', text: 'Did you take anything to sleep?' },
    {
      linkId: 'which',
      type: 'string',
      text: 'What did you take?',
      enableWhen: [{ question: 'pills', operator: '=', answerBoolean: true }],
      disabledDisplay: 'protected',
    },
    {
      linkId: 'days',
      type: 'group',
      text: 'Two days',
      extension: [control('tab-container')],
      item: ['Saturday', 'Sunday'].map(day => ({
        linkId: day,
        type: 'group',
        text: day,
        item: [
          { linkId: `${day}.up`, type: 'string', text: `When did you get up on ${day}?`, required: true },
        ],
      })),
    },
    { linkId: 'pills', type: 'string', text: 'The same once more', required: true },
  ],
} as unknown as Questionnaire

/** Questions whose value sets only a terminology server has. */
export const searched: Questionnaire = {
  resourceType: 'Questionnaire',
  id: 'searched',
  title: 'Searches',
  status: 'active',
  item: [
    {
      ...{ linkId: 'finding', type: 'coding', text: 'What was found?', required: true },
      answerValueSet: 'urn:synthetic:ValueSet:findings',
    },
    {
      ...{ linkId: 'more', type: 'coding', text: 'What else?', repeats: true },
      ...{ answerConstraint: 'optionsOrString', answerValueSet: 'urn:synthetic:ValueSet:findings' },
    },
  ],
}
