/** Arabic texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: 'لحظة من فضلك …',
  language: 'اللغة',
  more: 'المزيد',
  back: 'رجوع',
  decline: 'رفض',
  signing: 'جارٍ التوقيع …',
  technical: 'معلومات تقنية',
  service: 'الخدمة',
  serviceSays: v => `رسالة من الخدمة: ${v.detail}`,
  loadingForm: 'جارٍ تحميل النموذج …',
  uploadStopped: v => `لم يصل جزء من ${v.file} بعد. ما دامت هذه الصفحة مفتوحة، يمكنك المتابعة.`,
  continueUpload: 'متابعة',
  giveUpUpload: 'إلغاء الرفع',
  yes: 'نعم',
  no: 'لا',
  aFile: 'ملف',
  languageAbout: 'لغة هذه الصفحات. يتذكرها هذا المتصفح.',
  tryForm: 'جرّب نموذجًا هنا. تفحص الخدمة إجاباتك، ولا تحفظ شيئًا ولا تشاركه.',
  formUnshown: 'لا يمكن عرض هذا النموذج',
  questionnaireTitle: 'استبيان',
  valid: 'هذه الإجابات صالحة',
  validAbout: 'هذه هي الإجابة التي سيرسلها التطبيق.',
  wouldRefuse: 'سترفض الخدمة هذه الإجابة.',
})
