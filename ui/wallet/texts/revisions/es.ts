/** Spanish texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: 'Hay una sola revisión. Después de la siguiente, aquí se verá qué cambió.',
  earlierRevision: 'De',
  laterRevision: 'A',
  revisionAtVersion: v => `${v.date}, versión ${v.version}`,
  revisionNewest: v => `${v.revision} (la más reciente)`,
  whatChanged: 'Qué cambió',
  manyChanges: v => `${w.plural(v.many, { one: `${w.number(v.many)} cambio`, other: `${w.number(v.many)} cambios` })}`,
  revisionsSame: 'Las dos revisiones son iguales.',
  changeKind: v => `${w.select(v.kind, { added: 'Añadido', removed: 'Eliminado', moved: 'Movido', reworded: 'Reformulado', type: 'Tipo', options: 'Opciones', other: 'Ajuste' })}`,
  changeNamed: v => `«${v.name}»`,
  changeReworded: v => `«${v.from}» ahora es «${v.to}».`,
  changeType: v => `«${v.name}» era ${v.from} y ahora es ${v.to}.`,
  changeRequired: v => `«${v.name}» ahora es obligatorio.`,
  changeOptional: v => `«${v.name}» ahora es opcional.`,
  optionsAdded: v => `«${v.name}» tiene opciones nuevas: ${v.options}.`,
  optionsRemoved: v => `«${v.name}» ya no tiene las opciones: ${v.options}.`,
  changeSettings: v => `«${v.name}»: ${v.elements}`,
  changeForm: v => `El formulario: ${v.elements}`,
  jsonDifference: 'Diferencia del JSON',
})
