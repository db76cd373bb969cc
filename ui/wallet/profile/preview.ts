/** What can be shown of a file without running anything in it. */

export type Preview =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }

/** Pictures that hold no script: SVG is not among them. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
/** Bytes. */
const LARGEST = 10_000_000
/** Characters. */
const LONGEST = 20_000

export async function previewOf(file: File): Promise<Preview> {
  if (file.size > LARGEST) return { kind: 'none' }
  if (PICTURES.includes(file.type)) return { kind: 'picture', url: await dataUrl(file) }
  if (!/^text\/|json$/.test(file.type)) return { kind: 'none' }
  return { kind: 'text', text: (await file.text()).slice(0, LONGEST) }
}

/** The policy of the page permits `data:` for pictures, and nothing that could run. */
function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
