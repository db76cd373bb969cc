/** Joins class names. */

/** Joins class names and skips absent ones. */
export function classes(...names: (string | false | undefined)[]): string {
  let all = ''
  for (const name of names) if (name) all += all ? ` ${name}` : name
  return all
}
