/** French texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: 'Il y a une seule révision. Après la prochaine, cette page montrera ce qui a changé.',
  earlierRevision: 'De',
  laterRevision: 'À',
  revisionAtVersion: v => `${v.date} (version ${v.version})`,
  revisionNewest: v => `${v.revision} (la plus récente)`,
  whatChanged: 'Ce qui a changé',
  manyChanges: v => `${w.plural(v.many, { one: `${w.number(v.many)} modification`, other: `${w.number(v.many)} modifications` })}`,
  revisionsSame: 'Les deux révisions sont identiques.',
  changeKind: v => `${w.select(v.kind, { added: 'Ajouté', removed: 'Supprimé', moved: 'Déplacé', reworded: 'Reformulé', type: 'Type', options: 'Options', other: 'Réglage' })}`,
  changeNamed: v => `« ${v.name} »`,
  changeReworded: v => `« ${v.from} » est devenu « ${v.to} ».`,
  changeType: v => `« ${v.name} » était ${v.from} et est maintenant ${v.to}.`,
  changeRequired: v => `« ${v.name} » est maintenant obligatoire.`,
  changeOptional: v => `« ${v.name} » est maintenant facultatif.`,
  optionsAdded: v => `« ${v.name} » a de nouvelles options : ${v.options}.`,
  optionsRemoved: v => `« ${v.name} » n’a plus les options : ${v.options}.`,
  changeSettings: v => `« ${v.name} » : ${v.elements}`,
  changeForm: v => `Le formulaire : ${v.elements}`,
  jsonDifference: 'Différence du JSON',
})
