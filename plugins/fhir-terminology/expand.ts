/** `$expand`: a page of the codes of a value set. */
import { type Context, type FhirOperationInput, type FhirResource, sandboxKeyOf } from '../../core/index.ts'
import type { Selection } from '../../fhir/terminology/expansion-page.ts'
import { isObject, objects } from '../../fhir/values/unchecked-json.ts'
import { NotExpandable, TerminologyUnavailable } from './errors.ts'
import { ask, type Given, isSendable, NONE, named, type Target, targetOf, textOf, texts } from './target.ts'
import type { Parameter } from './terminology-server.ts'

/** Maximum codes on a page; a client reads on with `offset`. */
export const MOST_PER_PAGE = 1_000

/** @throws UnknownCanonical, NotExpandable, TerminologyRefused, TerminologyUnavailable */
export async function expand(input: FhirOperationInput, context: Context): Promise<FhirResource> {
  const { given = NONE } = input
  const target = await targetOf(input, context)
  const offset = Number(given.get('offset') ?? 0)
  const count = Math.min(Number(given.get('count') ?? MOST_PER_PAGE), MOST_PER_PAGE)
  const { opened } = target
  if (opened === undefined) return remotePage(target, given, { offset, count }, context)
  const compose = opened.valueSet['compose'] as { readonly inactive?: unknown } | undefined
  const selection: Selection = {
    ...{ offset, count, filter: textOf(given, 'filter'), displayLanguage: textOf(given, 'displayLanguage') },
    activeOnly: (given.get('activeOnly') as boolean | undefined) ?? compose?.inactive === false,
    includeDesignations: given.get('includeDesignations') === true,
  }
  const page = await context.app.valueSets.expansions.page(opened, selection, sandboxKeyOf(context))
  if ('problem' in page) {
    if (page.problem === 'too-costly' || !isSendable(target, context)) throw new NotExpandable(page.text)
    return remotePage(target, given, { offset, count }, context)
  }
  const parameter = [...given].flatMap(([name, value]) => {
    if (typeof value === 'boolean') return { name, valueBoolean: value }
    if (typeof value === 'number') return { name, valueInteger: value }
    return typeof value === 'string' ? { name, valueString: value } : []
  })
  return {
    ...described(opened.valueSet),
    expansion: {
      timestamp: context.now.toISOString(),
      ...{ total: page.total, offset },
      ...(parameter.length > 0 && { parameter }),
      ...(page.contains.length > 0 && { contains: page.contains }),
    },
  } as FhirResource
}

/** A value set without its definition. */
function described(valueSet: Readonly<Record<string, unknown>>): FhirResource {
  const kept = ['id', 'url', 'identifier', 'version', 'name', 'title', 'status', 'copyright']
  return {
    resourceType: 'ValueSet',
    ...Object.fromEntries(
      kept.filter(name => valueSet[name] !== undefined).map(name => [name, valueSet[name]]),
    ),
    ...(valueSet['status'] === undefined && { status: 'unknown' }),
  }
}

async function remotePage(
  target: Target,
  given: Given,
  { offset, count }: { readonly offset: number; readonly count: number },
  context: Context,
): Promise<FhirResource> {
  const parameters: Parameter[] = [
    ...named(target),
    ...texts(given, { filter: 'valueString', displayLanguage: 'valueCode' }),
    ...(offset > 0 ? [{ name: 'offset', valueInteger: offset }] : []),
    { name: 'count', valueInteger: count },
    ...['activeOnly', 'includeDesignations']
      .filter(name => given.get(name) === true)
      .map(name => ({ name, valueBoolean: true })),
  ]
  const answer = await ask('ValueSet/$expand', parameters, target, 'value set', context)
  const { expansion } = answer
  if (answer.resourceType !== 'ValueSet' || !isObject(expansion))
    throw new TerminologyUnavailable('sent no expansion')
  const contains = objects(expansion['contains']).slice(0, count)
  return { ...described(answer), expansion: { ...expansion, ...(contains.length > 0 && { contains }) } }
}
