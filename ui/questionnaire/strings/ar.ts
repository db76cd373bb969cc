/** Arabic texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import { sayIssue, wordsIn } from '../../../fhir/in-words.ts'
import { ar as sentences } from '../../../fhir/sentences/ar.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('ar')

export const ar: Partial<Strings> = {
  yes: 'نعم',
  no: 'لا',
  required: '(مطلوب)',
  other: 'إجابة أخرى',
  clear: 'مسح',
  next: 'التالي',
  previous: 'رجوع',
  review: 'مراجعة الإجابات',
  submit: 'إرسال',
  submitting: 'يجري إرسال الإجابات',
  change: 'تغيير',
  agree: 'قرأت هذا وأوافق عليه',
  confirm: 'تأكيد',
  cancel: 'إلغاء',
  problem: 'هناك مشكلة',
  error: 'خطأ',
  submitFailed: 'تعذّر إرسال الإجابات. يُرجى المحاولة مرة أخرى.',
  restored: 'الإجابات السابقة ما زالت محفوظة.',
  chooseUpTo: most => `عدد الاختيارات: ${w.show(most)} على الأكثر.`,
  limit: most => `عدد الاختيارات المسموح بها: ${w.show(most)} على الأكثر. لاختيار غيرها يُرجى إزالة أحدها أولًا.`,
  exclusive: label => `اختير «${w.show(label)}». أُزيلت الإجابات التي لا تتفق معه.`,
  shown: many => `${w.plural(many, { zero: 'لا أسئلة إضافية', one: 'سؤال إضافي واحد', two: 'سؤالان إضافيان', few: `${w.show(many)} أسئلة إضافية`, many: `${w.show(many)} سؤالًا إضافيًا`, other: `${w.show(many)} سؤال إضافي` })}.`,
  hidden: many => `${w.plural(many, { zero: 'لا أسئلة محذوفة', one: 'سؤال واحد لم يعد لازمًا', two: 'سؤالان لم يعودا لازمين', few: `${w.show(many)} أسئلة لم تعد لازمة`, many: `${w.show(many)} سؤالًا لم تعد لازمة`, other: `${w.show(many)} سؤال لم تعد لازمة` })}.`,
  errors: many => `${w.plural(many, { zero: 'لا إجابات تحتاج إلى مراجعة', one: 'إجابة واحدة تحتاج إلى مراجعة', two: 'إجابتان تحتاجان إلى مراجعة', few: `${w.show(many)} إجابات تحتاج إلى مراجعة`, many: `${w.show(many)} إجابة تحتاج إلى مراجعة`, other: `${w.show(many)} إجابة تحتاج إلى مراجعة` })}.`,
  page: (number, of) => `صفحة ${w.show(number)} من ${w.show(of)}`,
  choose: 'اختيار',
  noAnswer: 'لا إجابة',
  unit: 'الوحدة',
  cannotUpload: 'لا يمكن إضافة ملفات هنا.',
  retry: 'إعادة المحاولة',
  add: label => `إضافة: ${w.show(label)}`,
  remove: (label, number) => `إزالة ${w.show(label)} ${w.show(number)}`,
  added: (label, number) => `تمت إضافة ${w.show(label)} ${w.show(number)}.`,
  removed: (label, number) => `تمت إزالة ${w.show(label)} ${w.show(number)}.`,
  removeFile: name => `إزالة ${w.show(name)}`,
  uploading: (name, percent) => `يجري رفع ${w.show(name)}: ${w.show(percent)} %`,
  uploaded: name => `تم رفع ${w.show(name)}.`,
  uploadFailed: name => `تعذّر رفع ${w.show(name)}.`,
  between: (min, max, unit) => `من ${w.show(min)} إلى ${w.show(max)} ${w.show(unit)}`,
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
