/** The definitions of every resource type of a version, loaded on demand: only extraction needs them. */
import type { FhirVersion } from '../model/version.ts'
import { type Definitions, GENERATED, load } from './definitions.ts'
import type { Generated, OtherTypes } from './tables.ts'

const OTHERS: Readonly<Record<FhirVersion, () => Promise<readonly OtherTypes[]>>> = {
  R4: async () => [(await import('./r4-others.ts')).OTHERS],
  R4B: async () => [(await import('./r4b-others.ts')).OTHERS],
  R5: async () => [(await import('./r5-others.ts')).OTHERS],
  mix: async () => [(await import('./r4-others.ts')).OTHERS, (await import('./r5-others.ts')).OTHERS],
}

const loaded = new Map<FhirVersion, Promise<Definitions>>()

/** Loads the definitions of every type of a version. */
export function allDefinitions(version: FhirVersion): Promise<Definitions> {
  const known = loaded.get(version) ?? read(version)
  loaded.set(version, known)
  return known
}

async function read(version: FhirVersion): Promise<Definitions> {
  const others = await OTHERS[version]()
  return load(
    version,
    GENERATED[version].map((main, at) => merged(main, others[at])),
  )
}

function merged(main: Generated, others: OtherTypes = { types: {}, codes: {} }): Generated {
  const types = Object.entries(others.types).map(([name, properties]) => [
    name,
    Object.fromEntries(properties.split(';').map(each => each.split(' ', 2))),
  ])
  return {
    ...main,
    types: { ...main.types, ...Object.fromEntries(types) },
    codes: { ...main.codes, ...others.codes },
  }
}
