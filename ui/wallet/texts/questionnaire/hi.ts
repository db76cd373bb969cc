/** Hindi texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: 'कृपया एक क्षण …',
  language: 'भाषा',
  more: 'और',
  back: 'वापस',
  decline: 'मना करें',
  signing: 'हस्ताक्षर हो रहे हैं …',
  technical: 'तकनीकी जानकारी',
  service: 'सेवा',
  serviceSays: v => `सेवा का संदेश: ${v.detail}`,
  loadingForm: 'फ़ॉर्म लोड हो रहा है …',
  uploadStopped: v => `${v.file} का एक हिस्सा अभी नहीं पहुँचा है। जब तक यह पृष्ठ खुला है, आप जारी रख सकते हैं।`,
  continueUpload: 'जारी रखें',
  giveUpUpload: 'अपलोड रद्द करें',
  yes: 'हाँ',
  no: 'नहीं',
  aFile: 'एक फ़ाइल',
  languageAbout: 'इन पेजों की भाषा। यह ब्राउज़र इसे याद रखता है।',
  tryForm: 'यहाँ कोई फ़ॉर्म आज़माएँ। सेवा आपके उत्तर जाँचती है, और कुछ भी सहेजती या साझा नहीं करती।',
  formUnshown: 'यह फ़ॉर्म नहीं दिखाया जा सकता',
  questionnaireTitle: 'प्रश्नावली',
  valid: 'ये उत्तर मान्य हैं',
  validAbout: 'यह वह उत्तर है जो कोई ऐप्लिकेशन भेजेगा।',
  wouldRefuse: 'सेवा इस उत्तर को स्वीकार नहीं करेगी।',
})
