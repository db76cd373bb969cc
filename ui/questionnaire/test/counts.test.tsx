/**
 * The cost of a long form in machine-independent counts: elements, renders, and no second render after
 * hydration.
 */
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { openContext, watch } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { mixed } from '../../gallery/generated-forms.ts'
import { preloadControls, QuestionnaireForm, QuestionnaireProvider } from '../index.ts'

demand(t, 'chromium')

/** Counts the elements that components create, by tag: a component that renders creates them again. */
const counting: Plugin = {
  name: 'counting',
  setup(build) {
    build.onResolve({ filter: /^react\/jsx-runtime$/ }, ({ importer }) =>
      importer === 'counting' ? undefined : { path: 'counting', namespace: 'counting' },
    )
    build.onLoad({ filter: /.*/, namespace: 'counting' }, () => ({
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      contents: `
        import * as runtime from 'react/jsx-runtime'
        export const Fragment = runtime.Fragment
        globalThis.made = {}
        const counted = make => (type, ...rest) => {
          if (typeof type === 'string') made[type] = (made[type] ?? 0) + 1
          return make(type, ...rest)
        }
        export const jsx = counted(runtime.jsx)
        export const jsxs = counted(runtime.jsxs)`,
    }))
  },
}

t.test('a form of 500 questions', async t => {
  const {
    outputFiles: [script],
  } = await build({
    entryPoints: [fileURLToPath(new URL('fixtures/hydrate.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['andiron-source'],
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [counting],
  })
  await preloadControls()
  const html = renderToString(
    <QuestionnaireProvider questionnaire={mixed(500)}>
      <QuestionnaireForm onSubmit={() => undefined} />
    </QuestionnaireProvider>,
  )
  const page = await (await openContext(t)).newPage()
  watch(t, page)
  await page.setContent(`<!doctype html><html lang="en"><body><div id="root">${html}</div></body></html>`)
  await page.addScriptTag({ content: script?.text ?? '', type: 'module' })
  await page.waitForFunction(() => Object.keys(document.getElementById('root') ?? {}).length > 0)
  // A form hydrates in pieces: it is complete when the browser is idle.
  await page.evaluate(() => new Promise(idle => requestIdleCallback(() => requestIdleCallback(idle))))

  const made = async (act: () => Promise<unknown>, tags = ['input', 'textarea', 'select']) => {
    await page.evaluate(() => Object.assign(globalThis, { made: {} }))
    await act()
    const counted = await page.evaluate(
      () => (globalThis as unknown as { made: Record<string, number> }).made,
    )
    return tags.reduce((sum, tag) => sum + (counted[tag] ?? 0), 0)
  }

  await t.test('has at most nine elements for each', async t => {
    const { elements, questions } = await page.evaluate(() => ({
      elements: document.querySelectorAll('#root *').length,
      questions: document.querySelectorAll('[data-link-id]').length,
    }))
    t.equal(questions, 501)
    t.comment(`${(elements / questions).toFixed(2)} elements a question`)
    t.ok(elements / questions <= 9, `${elements} elements`)
  })

  await t.test('renders one question for a key, and what it shows beside it for a choice', async t => {
    await page.getByLabel('Question 25.1', { exact: true }).focus()
    t.equal(await made(() => page.keyboard.type('a')), 1)
    t.equal(await made(() => page.keyboard.type('b')), 1)
    t.equal(await page.getByLabel('Question 25.1', { exact: true }).inputValue(), 'ab')
    t.equal(await made(() => page.keyboard.press('Backspace'), ['form']), 0, 'nor is the form around it')
    t.equal(await page.getByLabel('Question 25.1', { exact: true }).inputValue(), 'a')
    const group = page.getByRole('radiogroup', { name: 'Question 25.5' })
    t.equal(await made(() => group.getByLabel('Yes').click()), 3, 'two radios, and the question they show')
    t.equal(await page.getByLabel('Tell us more').count(), 1)
    t.equal(await made(() => group.getByLabel('No').click()), 2)
    t.equal(await page.getByLabel('Tell us more').count(), 0)
  })
})
