/** Portuguese texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: 'Há uma revisão. Depois da próxima, esta página mostra o que mudou.',
  earlierRevision: 'De',
  laterRevision: 'Até',
  revisionAtVersion: v => `${v.date}, versão ${v.version}`,
  revisionNewest: v => `${v.revision} (a mais recente)`,
  whatChanged: 'O que mudou',
  manyChanges: v => `${w.plural(v.many, { one: `${w.number(v.many)} mudança`, other: `${w.number(v.many)} mudanças` })}`,
  revisionsSame: 'As duas revisões são iguais.',
  changeKind: v => `${w.select(v.kind, { added: 'Adicionado', removed: 'Removido', moved: 'Movido', reworded: 'Reformulado', type: 'Tipo', options: 'Opções', other: 'Configuração' })}`,
  changeNamed: v => `“${v.name}”`,
  changeReworded: v => `“${v.from}” agora é “${v.to}”.`,
  changeType: v => `“${v.name}” era ${v.from} e agora é ${v.to}.`,
  changeRequired: v => `“${v.name}” agora é obrigatório.`,
  changeOptional: v => `“${v.name}” agora é opcional.`,
  optionsAdded: v => `“${v.name}” tem novas opções: ${v.options}.`,
  optionsRemoved: v => `“${v.name}” não tem mais as opções: ${v.options}.`,
  changeSettings: v => `“${v.name}”: ${v.elements}`,
  changeForm: v => `O formulário: ${v.elements}`,
  jsonDifference: 'Diferença do JSON',
})
