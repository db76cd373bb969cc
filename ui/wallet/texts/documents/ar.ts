/** Arabic texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: 'ليس لديك ملفات بعد.',
  sealing: v => `جارٍ تشفير ${v.file} ورفعه …`,
  openingFile: v => `جارٍ فتح ${v.file} …`,
  shownBelow: v => `يُعرض ${v.file} أسفل سطره.`,
  isSaved: v => `تم تنزيل ${v.file}.`,
  deletingFile: v => `جارٍ حذف ${v.file} …`,
  lookAt: v => `عرض ${v.file}`,
  lookButton: 'عرض',
  downloadFile: v => `تنزيل ${v.file}`,
  download: 'تنزيل',
  deleteFileAbout: v => `سيُحذف ${v.file} من كل عقد التخزين ومن مخزن الملفات. وتبقى الإجابات التي تشير إليه.`,
  yesDelete: v => `نعم، احذف ${v.file}`,
  uploadFile: 'رفع ملف',
  cannotShow: 'لا يمكن عرض هذا النوع من الملفات هنا. نزّله.',
  dropHere: 'أفلت الملفات هنا أو اخترها.',
  takePhoto: 'التقاط صورة',
  uploadLimits: v => `بحد أقصى ${v.size} لكل ملف، و${v.many} ملفًا في المرة الواحدة. يُشفَّر الملف قبل أن يغادر هذا المتصفح.`,
  noFolder: 'لا يمكن رفع مجلد. افتحه واختر الملفات التي بداخله.',
  noDroppedFile: 'هذا ليس ملفًا. احفظه أولًا كملف ثم اختره.',
  tooManyFiles: v => `عدد الملفات كبير جدًا ولم يُحفظ أي منها. اختر ${v.many} على الأكثر في المرة الواحدة.`,
  uploadsTitle: 'عمليات الرفع',
  uploadingFiles: 'جارٍ تشفير الملفات ورفعها واحدًا تلو الآخر …',
  filesStored: v => `تم حفظ ${v.done} من ${v.many} من الملفات.`,
  uploadState: v => `${w.select(v.state, { waiting: 'في الانتظار', sending: 'جارٍ الرفع …', stored: 'تم الحفظ', other: 'لم يُحفظ' })}`,
  isTooLarge: v => `هذا الملف أكبر من ${v.size}. لم يُحفظ شيء منه.`,
})
