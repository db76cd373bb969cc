/**
 * The preferences of a client (RFC 7240): the extent of the response, and the handling of unknown parameters.
 */

export interface Preferences {
  readonly return: 'minimal' | 'representation' | 'OperationOutcome'
  readonly strict: boolean
}

export function preferencesOf(prefer: string | readonly string[] = ''): Preferences {
  const said = new Map(
    [prefer]
      .flat()
      .join(',')
      .split(/[,;]/)
      .map(each => each.trim().split('=', 2) as [string, string?])
      .map(([name, value = '']) => [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')] as const),
  )
  const wanted = said.get('return')
  return {
    return: wanted === 'minimal' || wanted === 'OperationOutcome' ? wanted : 'representation',
    strict: said.get('handling') === 'strict',
  }
}
