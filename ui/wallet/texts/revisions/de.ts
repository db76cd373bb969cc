/** German texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: 'Es gibt eine Revision. Nach der nächsten steht hier, was sich geändert hat.',
  earlierRevision: 'Von',
  laterRevision: 'Bis',
  revisionAtVersion: v => `${v.date}, Version ${v.version}`,
  revisionNewest: v => `${v.revision} (neueste)`,
  whatChanged: 'Was sich geändert hat',
  manyChanges: v => `${w.plural(v.many, { one: `${w.number(v.many)} Änderung`, other: `${w.number(v.many)} Änderungen` })}`,
  revisionsSame: 'Die beiden Revisionen sind gleich.',
  changeKind: v => `${w.select(v.kind, { added: 'Hinzugefügt', removed: 'Entfernt', moved: 'Verschoben', reworded: 'Umformuliert', type: 'Typ', options: 'Optionen', other: 'Einstellung' })}`,
  changeNamed: v => `„${v.name}“`,
  changeReworded: v => `„${v.from}“ heißt jetzt „${v.to}“.`,
  changeType: v => `„${v.name}“ war ${v.from} und ist jetzt ${v.to}.`,
  changeRequired: v => `„${v.name}“ muss jetzt beantwortet werden.`,
  changeOptional: v => `„${v.name}“ darf jetzt offen bleiben.`,
  optionsAdded: v => `„${v.name}“ hat neue Optionen: ${v.options}.`,
  optionsRemoved: v => `„${v.name}“ hat diese Optionen nicht mehr: ${v.options}.`,
  changeSettings: v => `„${v.name}“: ${v.elements}`,
  changeForm: v => `Das Formular: ${v.elements}`,
  jsonDifference: 'Unterschied im JSON',
})
