/** English texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: 'There is one revision. After the next one, this page shows what changed.',
  earlierRevision: 'From',
  laterRevision: 'To',
  revisionAtVersion: v => `${v.date}, version ${v.version}`,
  revisionNewest: v => `${v.revision} (newest)`,
  whatChanged: 'What changed',
  manyChanges: v => `${w.plural(v.many, { one: `${w.number(v.many)} change`, other: `${w.number(v.many)} changes` })}`,
  revisionsSame: 'The two revisions are the same.',
  changeKind: v => `${w.select(v.kind, { added: 'Added', removed: 'Removed', moved: 'Moved', reworded: 'Reworded', type: 'Type', options: 'Options', other: 'Setting' })}`,
  changeNamed: v => `“${v.name}”`,
  changeReworded: v => `“${v.from}” is now “${v.to}”.`,
  changeType: v => `“${v.name}” was ${v.from} and is now ${v.to}.`,
  changeRequired: v => `“${v.name}” must now be answered.`,
  changeOptional: v => `“${v.name}” may now be left out.`,
  optionsAdded: v => `“${v.name}” has new options: ${v.options}.`,
  optionsRemoved: v => `“${v.name}” no longer has the options: ${v.options}.`,
  changeSettings: v => `“${v.name}”: ${v.elements}`,
  changeForm: v => `The form: ${v.elements}`,
  jsonDifference: 'Difference of the JSON',
})
