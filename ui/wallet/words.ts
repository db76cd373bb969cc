/** Counts with English nouns, for the pages of applications and operators. */

/** `1 response`, `2 responses`. */
export const counted = (many: number, one: string): string =>
  `${many.toLocaleString('en')} ${one}${many === 1 ? '' : 's'}`
