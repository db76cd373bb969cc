/** Hindi texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import { sayIssue, wordsIn } from '../../../fhir/in-words.ts'
import { hi as sentences } from '../../../fhir/sentences/hi.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('hi')

export const hi: Partial<Strings> = {
  yes: 'हाँ',
  no: 'नहीं',
  required: '(आवश्यक)',
  other: 'कोई और उत्तर',
  clear: 'मिटाएँ',
  next: 'आगे',
  previous: 'पीछे',
  review: 'अपने उत्तर जाँचें',
  submit: 'भेजें',
  submitting: 'आपके उत्तर भेजे जा रहे हैं',
  change: 'बदलें',
  agree: 'मैंने इसे पढ़ लिया है और मेरी सहमति है',
  confirm: 'पुष्टि करें',
  cancel: 'रद्द करें',
  problem: 'एक समस्या है',
  error: 'त्रुटि',
  submitFailed: 'आपके उत्तर नहीं भेजे जा सके। कृपया फिर से कोशिश करें।',
  restored: 'आपके पिछले उत्तर अब भी यहाँ हैं।',
  chooseUpTo: most => `अधिक से अधिक ${w.show(most)} चुनें।`,
  limit: most => `आप अधिक से अधिक ${w.show(most)} चुन सकते हैं। कोई और चुनने के लिए पहले एक हटाएँ।`,
  exclusive: label => `आपने “${w.show(label)}” चुना है। इससे मेल न खाने वाले उत्तर हटा दिए गए।`,
  shown: many => `${w.plural(many, { one: `${w.show(many)} और प्रश्न`, other: `${w.show(many)} और प्रश्न` })}।`,
  hidden: many => `${w.plural(many, { one: `${w.show(many)} प्रश्न की अब ज़रूरत नहीं है`, other: `${w.show(many)} प्रश्नों की अब ज़रूरत नहीं है` })}।`,
  errors: many => `कृपया ${w.plural(many, { one: `${w.show(many)} उत्तर`, other: `${w.show(many)} उत्तर` })} जाँचें।`,
  page: (number, of) => `पृष्ठ ${w.show(number)}, कुल ${w.show(of)}`,
  choose: 'चुनें',
  noAnswer: 'कोई उत्तर नहीं',
  unit: 'इकाई',
  cannotUpload: 'यहाँ फ़ाइलें नहीं जोड़ी जा सकतीं।',
  retry: 'फिर से कोशिश करें',
  add: label => `और जोड़ें: ${w.show(label)}`,
  remove: (label, number) => `${w.show(label)} ${w.show(number)} हटाएँ`,
  added: (label, number) => `${w.show(label)} ${w.show(number)} जोड़ा गया।`,
  removed: (label, number) => `${w.show(label)} ${w.show(number)} हटाया गया।`,
  removeFile: name => `${w.show(name)} हटाएँ`,
  uploading: (name, percent) => `${w.show(name)} अपलोड हो रही है: ${w.show(percent)} %`,
  uploaded: name => `${w.show(name)} अपलोड हो गई।`,
  uploadFailed: name => `${w.show(name)} अपलोड नहीं हो सकी।`,
  between: (min, max, unit) => `${w.show(min)} से ${w.show(max)} ${w.show(unit)}`,
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
