/** Previews a file without running anything in it. */
import { typeOf } from './file-type.ts'

export type Preview =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pdf'; readonly file: Blob }
  | { readonly kind: 'none' }

/** Image types without scripts: excludes SVG. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
/** Maximum size in bytes. */
const LARGEST = 10_000_000
/** Maximum size of a PDF in bytes. */
const LARGEST_PDF = 25_000_000
/** Maximum length in characters. */
const LONGEST = 20_000

export async function previewOf(file: File): Promise<Preview> {
  const type = await typeOf(file)
  if (type === 'application/pdf' && file.size <= LARGEST_PDF) return { kind: 'pdf', file }
  if (file.size > LARGEST) return { kind: 'none' }
  // The address has the type.
  if (PICTURES.includes(type)) return { kind: 'picture', url: await dataUrl(file.slice(0, file.size, type)) }
  if (!/^text\/|json$/.test(type)) return { kind: 'none' }
  return { kind: 'text', text: (await file.text()).slice(0, LONGEST) }
}

/** The page's policy permits `data:` only for images. */
function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
