/** The engine without a view. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import t from 'tap'
import { formNamed } from '../../gallery/forms.ts'
import { openForm, optionsOf, optionText } from '../engine.ts'
import type { Questionnaire } from '../index.ts'

const example = (name: string) => formNamed(name) as unknown as Questionnaire

t.test('a form is answered without a view', async t => {
  const form = await openForm(example('blood-pressure'))
  const ids = () => [...form.visible()].map(({ item }) => item.linkId)
  t.notOk(ids().includes('medicine-time'))
  const medicine = form.find('medicine')
  if (medicine === undefined) throw new Error('no such question')
  form.answer(medicine, [{ valueBoolean: true }])
  t.ok(ids().includes('medicine-time'), 'an answer shows the question that depends on it')
  t.ok(form.show(form.visible()).length > 0)
  t.match(form.response, { questionnaire: 'blood-pressure', item: [{}, { linkId: 'medicine' }] })
  const again = await openForm(example('blood-pressure'), { response: form.response })
  t.same(again.response.item, form.response.item)
})

t.test('expressions are computed, and options have their texts', async t => {
  const form = await openForm(example('computed'))
  const a = form.find('a')
  const total = form.find('total')
  if (a === undefined || total === undefined) throw new Error('no such question')
  form.answer(a, [{ valueInteger: 3 }])
  await Promise.resolve()
  t.same(form.answers(total), [{ valueInteger: 5 }])
  const choices = await openForm(example('rich'))
  const colour = choices.find('translated')
  t.same(colour && optionsOf(colour.item, choices.form).map(option => optionText(option, 'ar')), [
    'أحمر',
    'Green',
  ])
})

t.test('it needs neither React nor a browser', async t => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../engine.ts', import.meta.url))],
    ...{ bundle: true, write: false, metafile: true, format: 'esm', outdir: '.', splitting: true },
    ...{ conditions: ['andiron-source'], packages: 'external' },
  })
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  )
  t.same(
    imported.filter(path => !/^(?:fhirpath|re2js|@lhncbc\/ucum-lhc)/.test(path)),
    [],
  )
})
