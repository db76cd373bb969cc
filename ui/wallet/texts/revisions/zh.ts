/** Chinese texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: '只有一个修订。发布下一个修订后，此页会显示更改内容。',
  earlierRevision: '从',
  laterRevision: '到',
  revisionAtVersion: v => `${v.date}，版本 ${v.version}`,
  revisionNewest: v => `${v.revision}（最新）`,
  whatChanged: '更改内容',
  manyChanges: v => `${w.plural(v.many, { other: `${w.number(v.many)} 处更改` })}`,
  revisionsSame: '两个修订相同。',
  changeKind: v => `${w.select(v.kind, { added: '已添加', removed: '已移除', moved: '已移动', reworded: '已改写', type: '类型', options: '选项', other: '设置' })}`,
  changeNamed: v => `“${v.name}”`,
  changeReworded: v => `“${v.from}”现在是“${v.to}”。`,
  changeType: v => `“${v.name}”原来是 ${v.from}，现在是 ${v.to}。`,
  changeRequired: v => `“${v.name}”现在必须回答。`,
  changeOptional: v => `“${v.name}”现在可以不回答。`,
  optionsAdded: v => `“${v.name}”有新选项：${v.options}。`,
  optionsRemoved: v => `“${v.name}”不再有这些选项：${v.options}。`,
  changeSettings: v => `“${v.name}”：${v.elements}`,
  changeForm: v => `表单：${v.elements}`,
  jsonDifference: 'JSON 的差异',
})
