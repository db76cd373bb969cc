/** Reads the markup of a text into a tree of permitted elements: whatever else is in it is dropped, or shown as text. */

/** An element, or text. */
export type RichText = string | RichElement

export interface RichElement {
  readonly tag: string
  /** Of a link: http, https or mailto. */
  readonly href?: string
  readonly children: readonly RichText[]
}

type Open = { tag: string; href?: string; children: RichText[] }

/** What is kept; no attribute but the address of a link. */
const TAGS: ReadonlySet<string> = new Set(
  'a p br b strong i em u s sub sup small code pre blockquote span ul ol li table thead tbody tr th td'.split(
    ' ',
  ),
)
/** What is dropped with all that it holds. */
const SILENT: ReadonlySet<string> = new Set(
  'script style iframe object embed svg math template title head'.split(' '),
)
const VOID: ReadonlySet<string> = new Set(['br'])
const LINK = /^(?:https?:\/\/|mailto:)[^\s]*$/i

/** The deepest element that is kept. */
const DEEPEST = 32

// Each alternative begins with '<' or is text without one: nothing is tried twice.
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([A-Za-z][A-Za-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|<|[^<]+/g
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Reads XHTML. What is not closed ends with the text; what is no markup is text. */
export function readXhtml(markup: string): readonly RichText[] {
  const root: Open = { tag: '', children: [] }
  const open: Open[] = [root]
  let silent = ''
  for (const [token, closing, name, attributes = ''] of markup.matchAll(TOKEN)) {
    const tag = name?.toLowerCase()
    if (tag === undefined) {
      if (silent === '' && !token.startsWith('<!--')) open.at(-1)?.children.push(decode(token))
      continue
    }
    if (silent !== '' || SILENT.has(tag)) {
      if (closing === '/' ? tag === silent : silent === '' && !attributes.endsWith('/'))
        silent = closing === '/' ? '' : tag
      continue
    }
    if (!TAGS.has(tag)) continue
    if (closing === '/') {
      const at = open.findLastIndex(each => each.tag === tag)
      if (at > 0) open.length = at
      continue
    }
    const [, double, single] = HREF.exec(attributes) ?? []
    const href = decode(double ?? single ?? '').trim()
    const element: Open = { tag, children: [], ...(tag === 'a' && LINK.test(href) && { href }) }
    open.at(-1)?.children.push(element)
    if (!VOID.has(tag) && !attributes.endsWith('/') && open.length < DEEPEST) open.push(element)
  }
  return root.children
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

const decode = (words: string) =>
  words.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )

const INLINE = /\*\*([^*]+)\*\*|\*([^*]+)\*|_([^_]+)_|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)/g

/** Reads the part of markdown that forms use: paragraphs, lists, emphasis, code and links. */
export function readMarkdown(markup: string): readonly RichText[] {
  return markup
    .split(/\n\s*\n/)
    .map(block => block.trim())
    .filter(block => block !== '')
    .map(block => {
      const lines = block.split('\n').map(line => line.trim())
      const bullets = lines.every(line => /^[-*+]\s/.test(line))
      const numbers = lines.every(line => /^\d+[.)]\s/.test(line))
      if (bullets || numbers) {
        const children = lines.map(line => ({ tag: 'li', children: inline(line.replace(/^\S+\s+/, '')) }))
        return { tag: bullets ? 'ul' : 'ol', children }
      }
      const heading = /^#{1,6}\s+(.*)$/.exec(block)
      if (heading !== null) return { tag: 'strong', children: inline(heading[1] ?? '') }
      return { tag: 'span', children: inline(lines.join(' ')) }
    })
}

function inline(words: string): RichText[] {
  const parts: RichText[] = []
  let last = 0
  for (const found of words.matchAll(INLINE)) {
    const [whole, strong, star, underscore, code, label, target = ''] = found
    if (found.index > last) parts.push(words.slice(last, found.index))
    last = found.index + whole.length
    if (strong !== undefined) parts.push({ tag: 'strong', children: inline(strong) })
    else if (code !== undefined) parts.push({ tag: 'code', children: [code] })
    else if (label !== undefined)
      parts.push(LINK.test(target) ? { tag: 'a', href: target, children: [label] } : label)
    else parts.push({ tag: 'em', children: inline(star ?? underscore ?? '') })
  }
  if (last < words.length) parts.push(words.slice(last))
  return parts
}
