/** Class names. */

/** Class names as one, without those that are not there. */
export function classes(...names: (string | false | undefined)[]): string {
  let all = ''
  for (const name of names) if (name) all += all ? ` ${name}` : name
  return all
}
