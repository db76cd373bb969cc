/** File names in an archive: the owners' names, as far as every system accepts them. */

/** Maximum characters of a name without its extension. */
const LONGEST = 100
/** Characters that Windows does not accept, and invisible ones. */
const UNSAFE = /[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Gives each file in a folder a unique name; duplicates are numbered. */
export function createNames(): (wanted: string) => string {
  const given = new Set<string>()
  return wanted => {
    const { stem, ending } = safeName(wanted)
    for (let number = 1; ; number++) {
      const name = number === 1 ? `${stem}${ending}` : `${stem} (${number})${ending}`
      // On systems that ignore case one file would replace the other.
      const folded = name.toLowerCase()
      if (given.has(folded)) continue
      given.add(folded)
      return name
    }
  }
}

function safeName(wanted: string): { readonly stem: string; readonly ending: string } {
  const clean = wanted
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? ''
  const stem =
    [...clean.slice(0, clean.length - ending.length)].slice(0, LONGEST).join('').trimEnd() || 'file'
  return { stem: RESERVED.test(stem) ? `_${stem}` : stem, ending }
}
