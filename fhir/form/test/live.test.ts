/** The form while it is filled in, without a browser: notifications and the response. */
import { readFileSync } from 'node:fs'
import type { Questionnaire, QuestionnaireItem } from 'fhir/r5.js'
import t from 'tap'
import { compileQuestionnaire } from '../../index.ts'
import { enablement } from '../../model/enable-when.ts'
import { readForm } from '../../model/read-form.ts'
import type { Slot } from '../answer-tree.ts'
import { answeringRules } from '../answering.ts'
import { checkWith, FIRST_RULES } from '../check.ts'
import { LiveForm, type LiveOptions } from '../live-form.ts'

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'

const example = (name: string): Questionnaire =>
  JSON.parse(readFileSync(new URL(`../../../examples/forms/${name}.json`, import.meta.url), 'utf8'))

const formOf = (...item: object[]) =>
  ({
    resourceType: 'Questionnaire',
    status: 'active',
    id: 'f',
    item: item as QuestionnaireItem[],
  }) as Questionnaire

async function open(questionnaire: Questionnaire, options: LiveOptions = {}) {
  const form = readForm(questionnaire, 'mix')
  return new LiveForm(form, checkWith(await answeringRules(form), form), {
    ...{ questionnaire: 'f', decide: enablement },
    ...options,
  })
}

function slot(live: LiveForm, linkId: string, from?: Parameters<LiveForm['find']>[1]): Slot {
  const found = live.find(linkId, from)
  if (found === undefined) throw new Error(`no ${linkId}`)
  return found
}

/** Records the notifications of every slot during an action. */
function changedBy(live: LiveForm, run: () => void): string[] {
  const names: string[] = []
  const stop = [...live.visible()].map(each => each.audience.listen(() => names.push(each.item.linkId)))
  run()
  for (const each of stop) each()
  return names
}

t.test('an answer', async t => {
  await t.test('is told to its question alone, and to those that it shows or hides', async t => {
    const live = await open(example('every-type'))
    const smoker = slot(live, 'smoker')
    t.notOk(slot(live, 'cigarettes').enabled)
    t.same(
      changedBy(live, () => live.answer(slot(live, 'name'), [{ valueString: 'Ada' }])),
      ['name'],
    )
    const shown: number[] = []
    live.onShown(many => shown.push(many))
    live.answer(smoker, [{ valueBoolean: true }])
    t.ok(slot(live, 'cigarettes').enabled)
    t.same(
      changedBy(live, () => live.answer(smoker, [{ valueBoolean: false }])),
      ['cigarettes', 'smoker'],
    )
    t.same(shown, [1, -1])
  })

  await t.test('leaves the outline as it is, unless something comes, goes, or is mended by it', async t => {
    const live = await open(
      formOf(
        { linkId: 'a', type: 'boolean', text: 'A' },
        {
          linkId: 'b',
          type: 'string',
          text: 'B',
          enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }],
        },
        { linkId: 'c', type: 'string', text: 'C', required: true },
        { linkId: 'd', type: 'string', text: 'D', item: [{ linkId: 'd.1', type: 'string', text: 'D1' }] },
      ),
    )
    const grew = (act: () => unknown) => {
      const before = live.outline
      act()
      return live.outline > before
    }
    const says = (linkId: string, answer: object) => () => live.answer(slot(live, linkId), [answer])
    t.notOk(grew(says('c', { valueString: 'x' })))
    t.notOk(grew(says('a', { valueBoolean: false })))
    t.ok(grew(says('a', { valueBoolean: true })), 'a question is shown')
    t.ok(grew(says('d', { valueString: 'x' })), 'a question follows')
    live.answer(slot(live, 'c'), [])
    t.ok(grew(() => live.show(live.visible())))
    t.ok(grew(says('c', { valueString: 'x' })), 'it is mended')
    t.notOk(grew(says('c', { valueString: 'xy' })))
    t.notOk(
      grew(() => live.clear()),
      'nothing was shown to be wrong',
    )
  })

  await t.test('leaves the parts of the response that it does not concern as they are', async t => {
    const live = await open(example('every-type'))
    live.answer(slot(live, 'name'), [{ valueString: 'Ada' }])
    const before = live.response
    t.equal(live.response, before, 'the same object while nothing changes')
    live.answer(slot(live, 'words'), [{ valueString: 'Nothing' }])
    t.not(live.response, before)
    t.equal(live.response.item?.[0], before.item?.[0])
  })

  await t.test('to a hidden question stays; one that is no longer asked goes, and comes back', async t => {
    const live = await open(
      formOf(
        { linkId: 'a', type: 'boolean', text: 'A' },
        {
          linkId: 'b',
          type: 'string',
          text: 'B',
          enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }],
        },
        {
          linkId: 'score',
          type: 'integer',
          extension: [{ url: `${HL7}questionnaire-hidden`, valueBoolean: true }],
        },
      ),
    )
    live.answer(slot(live, 'a'), [{ valueBoolean: true }])
    live.answer(slot(live, 'b'), [{ valueString: 'said' }])
    live.answer(slot(live, 'score'), [{ valueInteger: 7 }])
    live.answer(slot(live, 'a'), [{ valueBoolean: false }])
    t.same(
      live.response.item?.map(({ linkId }) => linkId),
      ['a', 'score'],
    )
    t.same(
      live.draft.item?.map(({ linkId }) => linkId),
      ['a', 'b', 'score'],
    )
    live.answer(slot(live, 'a'), [{ valueBoolean: true }])
    t.match(live.response.item, [{}, { linkId: 'b', answer: [{ valueString: 'said' }] }, {}])
  })

  await t.test(
    'keeps the system of its code, options without one, and both values of one with two',
    async t => {
      const live = await open(example('phq-9'))
      const one = slot(live, '1')
      const coding = { system: 'http://loinc.org', code: 'LA6568-5', display: 'Not at all' }
      for (const given of [
        { valueCoding: coding },
        { valueCoding: { code: 'x' } },
        { valueCoding: coding, valueInteger: 0 },
      ]) {
        live.answer(one, [given])
        t.same(live.answers(one), [given])
        t.match(live.response.item, [{ item: [{ linkId: '1', answer: [given] }] }])
      }
    },
  )
})

t.test('conditions lead on to further ones, through what stands below', async t => {
  const on = (question: string, more = {}) => ({
    enableWhen: [{ question, operator: 'exists', answerBoolean: true }],
    ...more,
  })
  const live = await open(
    formOf(
      { linkId: 'a', type: 'string' },
      { linkId: 'g', type: 'group', ...on('a'), item: [{ linkId: 'b', type: 'string' }] },
      { linkId: 'c', type: 'string', ...on('b') },
      { linkId: 'd', type: 'string', ...on('c') },
    ),
  )
  const shown = () => [...live.visible()].map(({ item }) => item.linkId)
  t.same(shown(), ['a'])
  live.answer(slot(live, 'a'), [{ valueString: '1' }])
  live.answer(slot(live, 'b'), [{ valueString: '1' }])
  live.answer(slot(live, 'c'), [{ valueString: '1' }])
  t.same(shown(), ['a', 'g', 'b', 'c', 'd'])
  live.answer(slot(live, 'a'), [])
  t.same(shown(), ['a'], 'answers given while a question is not asked do not count')
})

t.test('a chain of 600 conditions, each on the question after it, is followed to its end', async t => {
  const item = Array.from({ length: 600 }, (_, index) => ({
    linkId: `${index}`,
    type: 'boolean',
    ...(index < 599 && {
      enableWhen: [{ question: `${index + 1}`, operator: '=', answerBoolean: true }],
    }),
  }))
  const answers = item.map(({ linkId }) => ({ linkId, answer: [{ valueBoolean: true }] }))
  const form = readForm({ item }, 'mix')
  const live = new LiveForm(form, checkWith(FIRST_RULES, form), {
    ...{ decide: enablement, response: { item: answers } },
  })
  t.equal([...live.visible()].length, 600)
  const last = live.find('599')
  if (last !== undefined) live.answer(last, [{ valueBoolean: false }])
  t.equal([...live.visible()].length, 1)
  if (last !== undefined) live.answer(last, [{ valueBoolean: true }])
  t.equal([...live.visible()].length, 600)
})

t.test('repetitions', async t => {
  await t.test('of a group have conditions of their own, and keep their answers when others go', async t => {
    const live = await open(example('medicines'))
    live.answer(slot(live, 'any'), [{ valueBoolean: true }])
    const group = slot(live, 'medicine')
    t.equal(group.occurrences.length, 1, 'a required group stands once')
    live.add(group)
    const [first, second] = group.occurrences.map(occurrence => occurrence.inner[0])
    live.answer(slot(live, 'as-needed', first), [{ valueBoolean: true }])
    live.answer(slot(live, 'as-needed', second), [{ valueBoolean: false }])
    t.ok(slot(live, 'reason', first).enabled)
    t.notOk(slot(live, 'reason', second).enabled)
    t.ok(slot(live, 'intake', second).enabled)
    t.equal(slot(live, 'intake', second).occurrences.length, 0, 'nobody has to give an optional intake')
    live.answer(slot(live, 'medicine-name', second), [{ valueString: 'Two' }])
    live.answer(slot(live, 'medicine-maker', slot(live, 'medicine-name', second).occurrences[0]?.inner[0]), [
      { valueString: 'Maker' },
    ])
    const ids = group.occurrences.map(({ serial }) => serial)
    live.remove(group, group.occurrences[0] as never)
    t.same(
      group.occurrences.map(({ serial, index }) => [serial, index]),
      [[ids[1], 0]],
    )
    t.match(live.response.item?.[1], {
      linkId: 'medicine',
      item: [
        {
          linkId: 'medicine-name',
          answer: [
            { valueString: 'Two', item: [{ linkId: 'medicine-maker', answer: [{ valueString: 'Maker' }] }] },
          ],
        },
        { linkId: 'as-needed' },
      ],
    })
  })

  await t.test('are as many as a response had that was saved', async t => {
    const live = await open(example('medicines'))
    live.answer(slot(live, 'any'), [{ valueBoolean: true }])
    const group = slot(live, 'medicine')
    live.add(group)
    live.add(group)
    group.occurrences.forEach((occurrence, index) => {
      live.answer(slot(live, 'medicine-name', occurrence.inner[0]), [{ valueString: `M${index}` }])
    })
    const draft = JSON.parse(JSON.stringify(live.draft))
    const again = await open(example('medicines'), { response: draft })
    t.same(again.leftOver, [])
    t.same(again.draft, live.draft)
    t.equal(slot(again, 'medicine').occurrences.length, 3)

    const later = await open(example('medicines'))
    later.answer(slot(later, 'any'), [{ valueBoolean: false }])
    t.same(
      changedBy(later, () => later.load(draft)),
      ['any', 'medicine'].filter(name => name !== 'medicine'),
    )
    t.same(later.draft, live.draft, 'also in place of other answers')
  })
})

t.test('a response', async t => {
  await t.test('can be flat', async t => {
    const live = await open(example('every-type'), { nested: false })
    live.answer(slot(live, 'name'), [{ valueString: 'Ada' }])
    live.answer(slot(live, 'smoker'), [{ valueBoolean: false }])
    t.same(live.response.item, [
      { linkId: 'name', answer: [{ valueString: 'Ada' }] },
      { linkId: 'smoker', answer: [{ valueBoolean: false }] },
    ])
    const again = await open(example('every-type'), { response: live.response })
    t.same(again.answers(slot(again, 'name')), [{ valueString: 'Ada' }])
  })

  await t.test('of an older form is loaded as far as it fits, and what does not is named', async t => {
    const live = await open(formOf({ linkId: 'a', type: 'integer' }), {
      response: {
        item: [
          { linkId: 'a', answer: [{ valueString: 'was text' }] },
          { linkId: 'gone', answer: [{ valueString: 'x' }] },
        ],
      },
    })
    t.same(live.response.item, [])
    t.same(live.leftOver, ['gone'])
  })

  await t.test('begins with what the form gives', async t => {
    const live = await open(
      formOf(
        { linkId: 'a', type: 'string', initial: [{ valueString: 'x' }] },
        {
          linkId: 'b',
          type: 'choice',
          answerOption: [
            { valueCoding: { code: '1' } },
            { valueCoding: { code: '2' }, initialSelected: true },
          ],
        },
      ),
    )
    t.same(live.response.item, [
      { linkId: 'a', answer: [{ valueString: 'x' }] },
      { linkId: 'b', answer: [{ valueCoding: { code: '2' } }] },
    ])
  })
})

t.test('what the form says is wrong, the service says in the same words', async t => {
  const slider = {
    url: 'https://codes.example/StructureDefinition/questionnaire-slider-control',
    extension: [
      { url: 'minValue', valueInteger: 1 },
      { url: 'maxValue', valueInteger: 10 },
      { url: 'step', valueInteger: 3 },
    ],
  }
  const steps = { linkId: 'steps', type: 'integer', text: 'Steps', extension: [slider] }
  const cases: [string | Questionnaire, Record<string, readonly object[]>][] = [
    [formOf(steps), { steps: [{ valueInteger: 3 }] }],
    ['phq-9', {}],
    ['every-type', {}],
    ['every-type', { name: [{ valueString: 'A' }], smoker: [{ valueBoolean: true }] }],
    [
      'every-type',
      { name: [{ valueString: 'Ada' }], smoker: [{ valueBoolean: true }], cigarettes: [{ valueInteger: 0 }] },
    ],
    [
      'every-type',
      {
        pain: [{ valueInteger: 11 }],
        temperature: [{ valueDecimal: 36.55 }],
        born: [{ valueDate: '1800-01-01' }],
      },
    ],
    [
      'every-type',
      { temperature: [{ valueDecimal: 'warm' }], 'blood-group': [{ valueCoding: { code: 'z' } }] },
    ],
    [
      'every-type',
      {
        weight: [{ valueQuantity: { value: 70, unit: 'stone' } }],
        words: [{ valueString: 'x'.repeat(2001) }],
      },
    ],
    ['every-type', { report: [{ valueAttachment: { contentType: 'text/html', size: 9e6 } }] }],
    ['medicines', { any: [{ valueBoolean: true }] }],
    [
      'blood-pressure',
      {
        systolic: [
          {
            valueQuantity: { value: 900, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
          },
        ],
      },
    ],
    ['schlaf', { mittel: [{ valueBoolean: true }], stunden: [{ valueDecimal: 25 }] }],
  ]
  for (const [name, answers] of cases) {
    const questionnaire = typeof name === 'string' ? example(name) : name
    const live = await open(questionnaire, { questionnaire: `Questionnaire/${questionnaire.id}` })
    for (const [linkId, given] of Object.entries(answers)) live.answer(slot(live, linkId), given as never)
    const said = live
      .show(live.visible())
      .flatMap(({ issues }) => issues.map(({ rule, text }) => ({ rule, text })))
    const service = compileQuestionnaire(questionnaire, { fhirVersion: 'mix' })
      .validate({ ...live.response, status: 'completed' })
      .filter(({ severity, rule }) => severity === 'error' && rule.startsWith('QR-'))
      .map(({ rule, text }) => ({ rule, text }))
    const sorted = (list: { rule: string; text: string }[]) =>
      list.map(({ rule, text }) => `${rule} ${text}`).sort()
    t.same(
      sorted(said),
      sorted(service),
      `${JSON.stringify(name).slice(0, 60)} ${JSON.stringify(answers).slice(0, 60)}`,
    )
  }
})

t.test(
  'what is shown to be wrong goes away when it is mended, and comes first in the order of the form',
  async t => {
    const live = await open(example('every-type'))
    const wrong = live.show(live.visible())
    t.same(
      wrong.map(({ item }) => item.linkId),
      ['name', 'smoker'],
    )
    t.equal(slot(live, 'name').issues[0]?.text, "Answer 'What is your name?'.")
    live.answer(slot(live, 'name'), [{ valueString: 'Ada' }])
    t.same(slot(live, 'name').issues, [])
    t.equal(slot(live, 'smoker').issues.length, 1)
    live.clear()
    t.equal(slot(live, 'smoker').issues.length, 0)
  },
)
