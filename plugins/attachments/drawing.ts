/**
 * Renders SVG as PNG in a process of its own: a few lines can keep the renderer busy for minutes, and a
 * thread cannot be stopped while it runs.
 */
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

/** Milliseconds after which a rendering and its process are stopped. */
const PATIENCE = 4000

/** Reads an SVG and writes a PNG, without the gateway's environment. */
const scriptFor = (edge: number, points: number): string => `
  import { buffer } from 'node:stream/consumers'
  const { default: sharp } = await import(${JSON.stringify(import.meta.resolve('sharp'))})
  sharp.concurrency(1)
  const png = sharp(await buffer(process.stdin), { limitInputPixels: ${points}, failOn: 'error' })
    .resize({ width: ${edge}, height: ${edge}, fit: 'inside', withoutEnlargement: true }).png()
  process.stdout.write(await png.toBuffer())`

/** Renders an SVG as PNG; `undefined` if it is broken, or takes too long. */
export async function drawingOf(svg: Buffer, edge: number, points: number): Promise<Buffer | undefined> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', scriptFor(edge, points)], {
    ...{ env: {}, stdio: ['pipe', 'pipe', 'ignore'], timeout: PATIENCE, killSignal: 'SIGKILL' },
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  child.stdin?.on('error', () => {}).end(svg)
  const [png, code] = await Promise.all([child.stdout && buffer(child.stdout), ended])
  return code === 0 && png && png.length > 0 ? png : undefined
}
