/** The cost of the first use of each version, in new processes. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { FHIR_VERSIONS } from '../../fhir/index.ts'
import type { Row, Table } from '../harness.ts'
import { quantile } from '../harness.ts'

const run = promisify(execFile)
const FORM = { resourceType: 'Questionnaire', status: 'active', item: [{ linkId: 'a', type: 'integer' }] }
const RESPONSE = { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: 'x' }

/** Prints the CPU microseconds of loading and first use. */
const script = (versions: readonly string[]) => `
  const start = process.cpuUsage()
  const { compileQuestionnaire } = await import(${JSON.stringify(new URL('../../fhir/index.js', import.meta.url).href)})
  for (const fhirVersion of ${JSON.stringify(versions)})
    compileQuestionnaire(${JSON.stringify(FORM)}, { fhirVersion }).validate(${JSON.stringify(RESPONSE)})
  const { user, system } = process.cpuUsage(start)
  console.log(user + system)`

/** @param rounds - processes of each kind */
export async function cold(rounds: number): Promise<Table> {
  const kinds = [
    { name: 'floor: load it', versions: [] },
    ...FHIR_VERSIONS.map(version => ({ name: `and use ${version}`, versions: [version] })),
    { name: 'and use all of them', versions: FHIR_VERSIONS },
  ].map(kind => ({ ...kind, samples: [] as number[] }))
  for (let round = 0; round < rounds; round++)
    for (const { versions, samples } of kinds) {
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script(versions)])
      samples.push(Number(stdout))
    }
  const floor = quantile(kinds[0]?.samples ?? [], 0.5)
  const rows = kinds.map(
    ({ name, samples }): Row => ({
      name,
      median: quantile(samples, 0.5),
      best: Math.min(...samples),
      ratio: quantile(samples, 0.5) / floor,
      lower: quantile(samples, 0.25) / floor,
      upper: quantile(samples, 0.75) / floor,
    }),
  )
  return { title: 'First use in a fresh process', of: 'call', rows }
}
