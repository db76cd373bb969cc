/**
 * Loads third-party packages for browsers and bundlers, from the folder where they are installed manually.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// The packages are beside the sources, not beside the build of this file.
const FOLDER = resolve('bench/peers/validation')
const here = createRequire(join(FOLDER, 'package.json'))

/** A package, loaded by Node. */
export const load = (name: string): Promise<unknown> => import(pathToFileURL(here.resolve(name)).href)

type Window = Record<string, unknown> & { eval(script: string): unknown }
interface Jsdom {
  readonly JSDOM: new (html: string, options: object) => { readonly window: Window }
}

async function openWindow(): Promise<Window> {
  const { JSDOM } = (await load('jsdom')) as Jsdom
  const { window } = new JSDOM('<!doctype html>', { runScripts: 'outside-only', url: 'http://localhost' })
  return Object.assign(window, { structuredClone, matchMedia: () => ({ matches: false, addListener() {} }) })
}

/** A window in which the scripts of a package have run. */
export async function inBrowser(name: string, scripts: readonly string[]): Promise<Window> {
  const window = await openWindow()
  const folder = join(FOLDER, 'node_modules', name)
  for (const script of scripts) window.eval(readFileSync(join(folder, script), 'utf8'))
  return window
}

interface SmartForms {
  buildForm(form: object): Promise<void>
  validateForm(questionnaire: object, response: object): unknown
}

const SMART = '@aehrc/smart-forms-renderer'

/** Its modules import folders, which bundlers support and Node does not. */
export async function smartForms(): Promise<SmartForms> {
  const bundled = join(FOLDER, 'node_modules/.bundled/smart-forms.js')
  here.resolve(SMART)
  if (!existsSync(bundled)) {
    const { build } = await import('vite')
    const entry = `export { buildForm } from '${SMART}/lib/utils/manageForm'; export { validateForm } from '${SMART}/lib/utils/validate'`
    const id = join(FOLDER, 'entry.js')
    await build({
      root: FOLDER,
      configFile: false,
      logLevel: 'silent',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [
        {
          name: 'entry',
          enforce: 'pre',
          resolveId: asked => (asked === id ? id : undefined),
          load: asked => (asked === id ? entry : undefined),
        },
      ],
      build: {
        outDir: dirname(bundled),
        lib: { entry: id, formats: ['es'], fileName: () => 'smart-forms.js' },
      },
    })
  }
  const window = await openWindow()
  Object.assign(globalThis, { window, document: window['document'] })
  return (await import(pathToFileURL(bundled).href)) as SmartForms
}
