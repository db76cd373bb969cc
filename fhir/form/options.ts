/** The options of a question: its own, or those of a contained or registered value set. */
import type { Coding, ValueSet } from 'fhir/r5.js'
import { findResource } from '../canonicals.ts'
import { type Form, type FormItem, type Option, optionKey } from '../definition.ts'
import { get, type Json, object, objects, text } from '../shape.ts'

type Compose = NonNullable<ValueSet['compose']>
type Expansion = NonNullable<ValueSet['expansion']>

/** A question, with the options on offer if an expression decides them. */
export interface Offer {
  readonly item: FormItem
  readonly offered?: readonly Option[] | undefined
}

/** All options that a person can choose; empty if the value set is unknown. */
export function optionsOf({ item, offered }: Offer, { raw, engines }: Form): readonly Option[] {
  if (offered) return offered
  if (item.options.length > 0 || item.valueSet === undefined) return item.options
  const found = findResource(item.valueSet, raw.contained, engines.valueSets)
  return found === undefined ? [] : codingsOf(found).map(optionOf)
}

function codingsOf(valueSet: Json): Coding[] {
  const expansion = object<Expansion>(get(valueSet, 'expansion'))
  if (expansion !== undefined) return expanded(expansion.contains)
  const compose = object<Compose>(get(valueSet, 'compose'))
  return objects<NonNullable<Compose['include']>[number]>(compose?.include).flatMap(({ system, concept }) =>
    objects<Coding>(concept).map(entry => ({ ...entry, system: text(system) }) as Coding),
  )
}

const expanded = (contains: unknown): Coding[] =>
  objects<NonNullable<Expansion['contains']>[number]>(contains).flatMap(entry => {
    const { contains: below, abstract, inactive: _, ...coding } = entry
    return [...(abstract === true || coding.code === undefined ? [] : [coding as Coding]), ...expanded(below)]
  })

const optionOf = (value: Coding): Option => ({
  type: 'Coding',
  value,
  key: optionKey('Coding', value),
  label: value.display ?? value.code ?? '',
  exclusive: false,
  selected: false,
})
