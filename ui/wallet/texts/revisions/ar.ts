/** Arabic texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: 'توجد مراجعة واحدة. بعد المراجعة التالية تعرض هذه الصفحة ما تغيّر.',
  earlierRevision: 'من',
  laterRevision: 'إلى',
  revisionAtVersion: v => `${v.date}، الإصدار ${v.version}`,
  revisionNewest: v => `${v.revision} (الأحدث)`,
  whatChanged: 'ما الذي تغيّر',
  manyChanges: v => `${w.plural(v.many, { zero: 'لا تغييرات', one: 'تغيير واحد', two: 'تغييران', few: `${w.number(v.many)} تغييرات`, many: `${w.number(v.many)} تغييرًا`, other: `${w.number(v.many)} تغيير` })}`,
  revisionsSame: 'المراجعتان متطابقتان.',
  changeKind: v => `${w.select(v.kind, { added: 'أُضيف', removed: 'أُزيل', moved: 'نُقل', reworded: 'أُعيدت صياغته', type: 'النوع', options: 'الخيارات', other: 'إعداد' })}`,
  changeNamed: v => `«${v.name}»`,
  changeReworded: v => `«${v.from}» أصبح «${v.to}».`,
  changeType: v => `كان نوع «${v.name}» ${v.from} وأصبح ${v.to}.`,
  changeRequired: v => `أصبحت الإجابة عن «${v.name}» إلزامية.`,
  changeOptional: v => `أصبحت الإجابة عن «${v.name}» اختيارية.`,
  optionsAdded: v => `لـ «${v.name}» خيارات جديدة: ${v.options}.`,
  optionsRemoved: v => `لم تعد لـ «${v.name}» الخيارات: ${v.options}.`,
  changeSettings: v => `«${v.name}»: ${v.elements}`,
  changeForm: v => `النموذج: ${v.elements}`,
  jsonDifference: 'الفرق في JSON',
})
