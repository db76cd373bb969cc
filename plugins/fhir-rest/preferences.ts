/** What a client prefers (RFC 7240): how much is answered, and whether what is not understood is refused. */

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
