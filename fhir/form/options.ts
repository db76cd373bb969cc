/** The options of a question: its own, or those of a contained or registered value set. */
import type { Coding, ValueSet } from 'fhir/r5.js'
import type { Form, FormItem, Option } from '../model/form-tree.ts'
import { optionKey } from '../model/read-form.ts'
import { textIn } from '../model/translated-text.ts'
import { findResource } from '../terminology/canonicals.ts'
import { get, type Json, object, objects, text } from '../values/unchecked-json.ts'

type Compose = NonNullable<ValueSet['compose']>
type Expansion = NonNullable<ValueSet['expansion']>

/** All options that a person can choose; empty if the value set is unknown. */
export function optionsOf(item: FormItem, { raw, engines }: Form): readonly Option[] {
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

function optionOf(element: Coding & { readonly designation?: unknown }): Option {
  // An answer has the code; the names of the code in other languages stay in the value set.
  const { designation: _, ...value } = element
  return {
    ...{ type: 'Coding', value, element },
    key: optionKey('Coding', value),
    label: value.display ?? value.code ?? '',
    exclusive: false,
    selected: false,
  }
}

/** The text of an option in a language. */
export const optionText = ({ type, element, label }: Option, lang: string | undefined): string =>
  textIn(element, type === 'Coding' ? 'display' : `value${type}`, lang) ?? label
