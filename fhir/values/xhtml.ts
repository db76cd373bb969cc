/** Checks the XHTML of a narrative: permitted elements and attributes, so that displaying it runs no code. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const ELEMENTS = words(
  'a abbr acronym address b big blockquote br caption cite code col colgroup dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var',
)
const EMPTY_ELEMENTS = words('br hr img col')
const ATTRIBUTES = words(
  'title style class id lang xml:lang dir accesskey tabindex xmlns span width align valign char charoff abbr axis headers scope rowspan colspan cellpadding cellspacing border frame rules summary cite datetime href name rel rev src alt height start value type compact',
)
const LINKS = words('href src cite')
/** Permitted link prefixes: no `javascript:`, and `data:` only for images. */
const SAFE_LINK = /^(?:https?:|ftp:|mailto:|tel:|urn:|#|data:image\/(?:png|gif|jpeg);|[^:]*$)/i
/** Style content that old browsers executed, and the escapes that would hide it. */
const UNSAFE_STYLE = /expression|javascript|@import|(?:^|;)behavior:|-moz-binding|\\/i
const STYLE_LINK = /url\(["']?([^"')]*)/gi

// One tag at one position. Quoted values keep '>' out of the rest, and nothing overlaps.
const TAG =
  /<(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z_:][-A-Za-z0-9_:.]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([A-Za-z_:][-A-Za-z0-9_:.]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const UNCLOSED = "Close every tag of the narrative, and write '<' as &lt;."
const UNWRAPPED = 'Wrap the narrative into one div.'

/**
 * The fault of a narrative as a sentence; undefined if it may be displayed. One pass: a missing end stops it.
 */
export function narrativeFault(div: string): string | undefined {
  const open: string[] = []
  let shown = false
  let closed = false
  let at = 0
  for (let next = div.indexOf('<'); next >= 0; next = div.indexOf('<', at)) {
    const words = div.slice(at, next).trim()
    if (words !== '' && open.length === 0) return UNWRAPPED
    if (words !== '') shown = true
    if (div.startsWith('<!--', next)) {
      const end = div.indexOf('-->', next + 4)
      if (end < 0) return UNCLOSED
      at = end + 3
      continue
    }
    TAG.lastIndex = next
    const tag = TAG.exec(div)
    if (tag === null) return UNCLOSED
    at = TAG.lastIndex
    const [, closing, name = '', attributes = '', selfClosing] = tag
    if (!ELEMENTS.has(name)) return `Remove the element '${name}' from the narrative.`
    if (closing === '/') {
      if (open.pop() !== name) return `Close the elements of the narrative in order: '${name}' is not open.`
      closed = open.length === 0
      continue
    }
    if (closed || (open.length === 0 && name !== 'div')) return UNWRAPPED
    const fault = attributeFault(attributes)
    if (fault !== undefined) return fault
    if (name === 'img') shown = true
    if (selfClosing !== '/' && !EMPTY_ELEMENTS.has(name)) open.push(name)
  }
  if (open.length > 0) return UNCLOSED
  if (!closed || div.slice(at).trim() !== '') return UNWRAPPED
  return shown ? undefined : 'Write something into the narrative.'
}

function attributeFault(attributes: string): string | undefined {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = (double ?? single ?? '').trim()
    if (!ATTRIBUTES.has(name)) return `Remove the attribute '${name}' from the narrative.`
    if (LINKS.has(name) && !SAFE_LINK.test(decode(value)))
      return `Remove the link of '${name}' from the narrative.`
    if (name === 'style' && !isSafeStyle(decode(value))) return 'Remove what this style loads or runs.'
  }
  return undefined
}

/** A style may load what an image may: a background is no worse than an img. */
const isSafeStyle = (style: string): boolean =>
  !UNSAFE_STYLE.test(style) && [...style.matchAll(STYLE_LINK)].every(([, link = '']) => SAFE_LINK.test(link))

/**
 * Decodes character references and drops characters that browsers skip, so that `java&#10;script:` is found.
 */
const decode = (value: string) =>
  value
    .replace(
      /&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));?/g,
      (_, hex: string | undefined, decimal: string | undefined) => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      },
    )
    .replace(/&colon;/gi, ':')
    .replace(/&quot;/g, '"')
    .replace(/&(?:tab|newline);/gi, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside links.
    .replace(/[\u0000-\u0020]/g, '')
