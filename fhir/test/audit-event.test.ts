/**
 * AuditEvents against HL7's published definitions: every element known, none missing, every code in its value
 * set.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coding } from 'fhir/r4.js'
import t from 'tap'
import { demand } from '../../core/test/fixtures/programs.ts'
import { folderOf } from '../generate/packages.ts'
import { type Access, auditBundleOf, auditEventOf } from '../resources/audit-event.ts'

demand(t, 'hl7')

const official = (name: string) =>
  JSON.parse(readFileSync(join(folderOf('hl7.fhir.r4.examples'), `${name}.json`), 'utf8')) as never

interface Element {
  readonly path: string
  readonly min: number
  readonly max: string
  readonly type?: readonly { readonly code: string }[]
}
const { snapshot } = official('StructureDefinition-AuditEvent') as { snapshot: { element: Element[] } }

/** The members of an object that are unknown to the definition, and those that are missing. */
function complaints(value: object, path: string): string[] {
  const known = snapshot.element.filter(
    element => element.path.startsWith(`${path}.`) && !element.path.slice(path.length + 1).includes('.'),
  )
  const nameOf = (element: Element) => element.path.slice(path.length + 1)
  const slotOf = (name: string) =>
    known.find(element => nameOf(element).replace('[x]', '') === name) ??
    known.find(
      element => nameOf(element).endsWith('[x]') && name.startsWith(nameOf(element).replace('[x]', '')),
    )
  const missing = known
    .filter(({ min }) => min > 0)
    .map(nameOf)
    .filter(name => !Object.keys(value).some(key => key.startsWith(name.replace('[x]', ''))))
    .map(name => `${path}.${name} is missing`)
  const wrong = Object.entries(value).flatMap(([name, given]) => {
    if (name === 'resourceType') return []
    const slot = slotOf(name)
    if (slot === undefined) return [`${path}.${name} is unknown`]
    if (Array.isArray(given) !== (slot.max !== '1')) return [`${path}.${name} is a list or should be one`]
    if (slot.type?.[0]?.code !== 'BackboneElement') return []
    return [given].flat().flatMap(each => complaints(each as object, slot.path))
  })
  return [...missing, ...wrong]
}

interface Include {
  readonly system?: string
  readonly concept?: readonly { readonly code: string }[]
}

/**
 * True if a published value set has the code; systems that it includes whole are read from the code system.
 */
function isIn(valueSet: string, { system, code }: Coding): boolean {
  const { include } = (official(`ValueSet-${valueSet}`) as { compose: { include: Include[] } }).compose
  return include.some(each => {
    if (each.system !== system) return false
    const name = system?.endsWith('security-source-type') ? 'audit-source-type' : system?.split('/').at(-1)
    const { concept } = each.concept ? each : (official(`CodeSystem-${name}`) as Include)
    return concept?.some(one => one.code === code) ?? false
  })
}

const parties = { person: 'did:nil:02aa', service: 'did:nil:03bb' }
const id = '2f6d1c1e-9a3b-4b57-8c1d-5f0e7a9b3c21'
const access = (action: string, more: Partial<Access> = {}): Access => ({
  ...{ id, at: Date.UTC(2026, 2, 1), action, records: [id] },
  ...more,
})
const application = { id: 'sleep-study', name: 'A study', kind: 'application' } as const
const assistant = { id: 'https://assistant.example/', name: 'Assistant', kind: 'assistant' } as const

t.test('every kind of access is an AuditEvent of R4', async t => {
  const actions = ['sign-in', 'readResponses', 'downloadAttachment', 'downloadResponseFile', 'exportProfile']
  for (const action of [...actions, 'deleteProfile', 'my_observations', 'health://me/documents/1'])
    for (const client of [undefined, application, assistant]) {
      const event = auditEventOf(access(action, client && { client }), parties)
      t.same(complaints(event, 'AuditEvent'), [], action)
      t.ok(isIn('audit-event-type', event.type), action)
      for (const subtype of event.subtype ?? []) t.ok(isIn('audit-event-sub-type', subtype), action)
      t.match(event.action, /^[RED]$/)
      for (const { type, requestor } of event.agent) {
        for (const coding of type?.coding ?? []) t.ok(isIn('participation-role-type', coding))
        t.type(requestor, 'boolean')
      }
      t.equal(event.agent.filter(({ requestor }) => requestor).length, 1, 'one asked')
      for (const type of event.source.type ?? []) t.ok(isIn('audit-source-type', type))
      for (const { type = {}, role = {} } of event.entity ?? []) {
        t.ok(isIn('audit-entity-type', type))
        t.ok(isIn('object-role', role))
      }
    }
})

t.test('says who, in whose name, what, and of whom', async t => {
  const requestors = (more: Partial<Access>) =>
    auditEventOf(access('my_observations', more), parties).agent.map(
      ({ who, requestor }) => [who?.identifier?.value, requestor] as const,
    )
  t.same(requestors({}), [['did:nil:02aa', true]])
  t.same(requestors({ client: application }), [['sleep-study', true]])
  t.same(requestors({ client: assistant }), [
    ['https://assistant.example/', true],
    ['did:nil:02aa', false],
  ])
  t.match(auditEventOf(access('my_observations'), parties), {
    recorded: '2026-03-01T00:00:00.000Z',
    source: { observer: { identifier: { value: 'did:nil:03bb' } } },
    entity: [
      { what: { identifier: { value: 'did:nil:02aa' } }, detail: [{ valueString: 'my_observations' }] },
      { what: { identifier: { value: `urn:uuid:${id}` } } },
    ],
  })
})

t.test('a page is a searchset', async t => {
  const link = [{ relation: 'self', url: 'https://profile.example/api/profile/audit' }]
  t.match(auditBundleOf([access('sign-in')], parties, link), {
    ...{ type: 'searchset', link },
    entry: [{ fullUrl: `urn:uuid:${id}`, resource: { resourceType: 'AuditEvent' } }],
  })
  t.notOk('entry' in auditBundleOf([], parties, link), 'an empty list is not there')
})
