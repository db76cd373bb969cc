/**
 * Composes the picture of the README, light and dark, from a form of the gallery and the profile in
 * `docs/images`: `npx tap --disable-coverage ui/gallery/test/hero.ts`.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { openGallery } from '../../questionnaire/test/fixtures/browser.ts'

const images = new URL('../../../docs/images/', import.meta.url)
const source = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`

t.test('the picture of the README is composed', async t => {
  const gallery = await openGallery(t)
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 760, height: 780 }
    const query = `form=every-type&state=filled${colorScheme === 'dark' ? '&dark' : ''}`
    const form = await gallery.open(t, query, { viewport, colorScheme, deviceScaleFactor: 2 })
    await form.locator('button.wq-primary').click()
    await form.waitForTimeout(300)
    const left = source(await form.screenshot())
    const right = source(await readFile(new URL(`profile-${colorScheme}.png`, images)))
    await form.context().close()

    const context = await openContext(t, {
      viewport: { width: 1280, height: 640 },
      deviceScaleFactor: 2,
    })
    const page = await context.newPage()
    const dark = colorScheme === 'dark'
    await page.setContent(`<style>
      body { margin: 0; height: 640px; background: ${dark ? '#0e0b08' : '#f2ece4'}; position: relative; overflow: hidden }
      div { position: absolute; border-radius: 12px; background: ${dark ? '#1d1916' : '#fffefc'};
        border: 1px solid ${dark ? '#33393e' : '#c9d4e5'}; box-shadow: 0 18px 50px #0004; overflow: hidden }
      div::before { content: '●  ●  ●'; display: block; height: 34px; padding-left: 16px; font: 11px/34px sans-serif;
        color: ${dark ? '#4a5258' : '#c3cede'}; border-bottom: 1px solid ${dark ? '#33393e' : '#dfe6f1'} }
      .form { left: 40px; top: 40px; width: 690px; height: 570px }
      .form img { width: 690px }
      .profile { right: 40px; top: 92px; width: 470px; height: 464px }
      .profile img { width: 590px; margin: 0 0 0 -120px }
    </style>
    <div class="form"><img src="${left}"></div><div class="profile"><img src="${right}"></div>`)
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    await page.screenshot({ path: fileURLToPath(new URL(`hero-${colorScheme}.png`, images)) })
  }
})
