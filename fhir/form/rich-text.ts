/** Parses markup into a tree of permitted elements. Anything else is dropped or shown as text. */

/** An element, or text. */
export type RichText = string | RichElement

export interface RichElement {
  readonly tag: string
  /** The target of a link: http, https or mailto. */
  readonly href?: string
  readonly children: readonly RichText[]
}

type Open = { tag: string; href?: string; children: RichText[] }

/** Permitted elements. Of the attributes, only the address of a link is kept. */
const TAGS: ReadonlySet<string> = new Set(
  'a p br b strong i em u s sub sup small code pre blockquote span ul ol li table thead tbody tr th td'.split(
    ' ',
  ),
)
/** Elements that are dropped with their content. */
const SILENT: ReadonlySet<string> = new Set(
  'script style iframe object embed svg math template title head'.split(' '),
)
const VOID: ReadonlySet<string> = new Set(['br'])
const LINK = /^(?:https?:\/\/|mailto:)[^\s]*$/i

/** The maximum nesting of elements. */
const DEEPEST = 32

const TAG_NAME = /<(\/?)([A-Za-z][A-Za-z0-9]*)/y
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Parses XHTML. Unclosed elements end with the text; malformed markup is text. */
export function readXhtml(markup: string): readonly RichText[] {
  const root: Open = { tag: '', children: [] }
  const open: Open[] = [root]
  let silent = ''
  for (const token of tokensOf(markup)) {
    if (typeof token === 'string') {
      if (silent === '') open.at(-1)?.children.push(decode(token))
      continue
    }
    const { tag, closing, attributes } = token
    if (silent !== '' || SILENT.has(tag)) {
      if (closing ? tag === silent : silent === '' && !attributes.endsWith('/')) silent = closing ? '' : tag
      continue
    }
    if (!TAGS.has(tag)) continue
    if (closing) {
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

interface Tag {
  readonly tag: string
  readonly closing: boolean
  readonly attributes: string
}

/** Yields text and tags in order, without comments. A `<` that begins neither is text. */
export function* tokensOf(markup: string): Generator<string | Tag> {
  let ends: Int32Array | undefined
  let hasComments = true
  for (let at = 0; at < markup.length; ) {
    if (markup[at] !== '<') {
      const next = markup.indexOf('<', at)
      const end = next < 0 ? markup.length : next
      yield markup.slice(at, end)
      at = end
      continue
    }
    if (hasComments && markup.startsWith('<!--', at)) {
      const end = markup.indexOf('-->', at + 4)
      // If one comment has no end, no later one has: do not search again.
      hasComments = end >= 0
      if (hasComments) {
        at = end + 3
        continue
      }
    }
    TAG_NAME.lastIndex = at
    const [whole, slash, name = ''] = TAG_NAME.exec(markup) ?? []
    if (whole !== undefined) ends ??= tagEnds(markup)
    const end = whole === undefined ? -1 : (ends?.[at + whole.length] ?? -1)
    if (whole === undefined || end < 0) {
      yield '<'
      at++
      continue
    }
    const attributes = markup.slice(at + whole.length, end)
    yield { tag: name.toLowerCase(), closing: slash === '/', attributes }
    at = end + 1
  }
}

/**
 * The end of the tag that spans each position: the next `>` outside quotes, or -1. Computed backwards in one
 * pass, because a search from each `<` would be quadratic.
 */
function tagEnds(markup: string): Int32Array {
  const ends = new Int32Array(markup.length + 1).fill(-1)
  const quotes: Record<string, number> = { '"': -1, "'": -1 }
  for (let at = markup.length - 1; at >= 0; at--) {
    const character = markup[at] ?? ''
    const closing = quotes[character]
    if (character === '>') ends[at] = at
    else if (closing === undefined) ends[at] = ends[at + 1] ?? -1
    else {
      ends[at] = closing < 0 ? -1 : (ends[closing + 1] ?? -1)
      quotes[character] = at
    }
  }
  return ends
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

// Each alternative ends at its own delimiter, so no position scans to the end of the text.
const INLINE = /\*\*([^*]+)\*\*|\*([^*]+)\*|_([^_]+)_|`([^`]+)`|\[([^[\]]+)\]\(([^()\s]+)\)/g

/** Parses the subset of markdown that forms use: paragraphs, lists, emphasis, code and links. */
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
      const heading = /^#{1,6}\s+(\S.*)$/.exec(block)
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
