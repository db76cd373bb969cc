/** Languages: BCP 47 tags, and the choice among those that a resource has (RFC 4647). */

/** The maximum number of languages of one request that are compared. */
const MOST_RANGES = 32

/**
 * The language that suits a reader best, by the lookup of RFC 4647 §3.4: `de-AT` finds `de`. A reader of
 * `pt` is also given `pt-BR`, which the lookup alone would not find.
 * @param accepted - the header `Accept-Language`
 * @param available - tags in the order of preference
 * @returns one of the available tags; undefined if none suits, so that the default applies
 */
export function lookUp(accepted: string | undefined, available: readonly string[]): string | undefined {
  if (accepted === undefined || available.length === 0) return undefined
  for (const range of rangesOf(accepted)) {
    const found = lookUpRange(range, available)
    if (found !== undefined) return found
  }
  return undefined
}

/** The lookup of a single range: itself, its beginnings, and last a more specific tag. */
export function lookUpRange(range: string, available: readonly string[]): string | undefined {
  for (let wanted = range.toLowerCase(); wanted !== ''; wanted = shortened(wanted)) {
    const found = available.find(tag => tag.toLowerCase() === wanted)
    if (found !== undefined) return found
  }
  return available.find(tag => tag.toLowerCase().startsWith(`${range.toLowerCase()}-`))
}

/** RFC 4647 §3.4: the last subtag is removed, and with it a single letter before it. */
const shortened = (range: string): string => range.replace(/(?:-[a-z0-9])?(?:^|-)[^-]*$/, '')

/** The ranges of the header by weight; the sort is stable. `*` stands for any language and finds no one. */
function rangesOf(accepted: string): string[] {
  return accepted
    .split(',', MOST_RANGES)
    .map(each => {
      const [range = '', ...parameters] = each.split(';').map(part => part.trim())
      const weight = parameters.find(part => /^q=/i.test(part))?.slice(2)
      return { range, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ range, weight }) => weight > 0 && /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(range))
    .sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range)
}

/** RFC 5646 §2.1: a well-formed tag. Grandfathered tags, which only registries know, are left out. */
const TAG =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+)$/i

/** The longest tag that is read; registered tags have fewer than 40 characters. */
const LONGEST_TAG = 100

/** True if a text is a well-formed BCP 47 tag. */
export const isLanguageTag = (tag: string): boolean => tag.length <= LONGEST_TAG && TAG.test(tag)
