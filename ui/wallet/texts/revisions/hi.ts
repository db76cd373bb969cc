/** Hindi texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Revisions } from '../parts.ts'

export default (w: Formats): Revisions => ({
  oneRevision: 'एक संशोधन है। अगले संशोधन के बाद यह पृष्ठ दिखाएगा कि क्या बदला।',
  earlierRevision: 'से',
  laterRevision: 'तक',
  revisionAtVersion: v => `${v.date}, संस्करण ${v.version}`,
  revisionNewest: v => `${v.revision} (नवीनतम)`,
  whatChanged: 'क्या बदला',
  manyChanges: v => `${w.plural(v.many, { one: `${w.number(v.many)} बदलाव`, other: `${w.number(v.many)} बदलाव` })}`,
  revisionsSame: 'दोनों संशोधन समान हैं।',
  changeKind: v => `${w.select(v.kind, { added: 'जोड़ा गया', removed: 'हटाया गया', moved: 'स्थान बदला', reworded: 'शब्द बदले', type: 'प्रकार', options: 'विकल्प', other: 'सेटिंग' })}`,
  changeNamed: v => `“${v.name}”`,
  changeReworded: v => `“${v.from}” अब “${v.to}” है।`,
  changeType: v => `“${v.name}” ${v.from} था और अब ${v.to} है।`,
  changeRequired: v => `“${v.name}” का उत्तर अब अनिवार्य है।`,
  changeOptional: v => `“${v.name}” का उत्तर अब वैकल्पिक है।`,
  optionsAdded: v => `“${v.name}” में नए विकल्प: ${v.options}।`,
  optionsRemoved: v => `“${v.name}” में ये विकल्प अब नहीं हैं: ${v.options}।`,
  changeSettings: v => `“${v.name}”: ${v.elements}`,
  changeForm: v => `फ़ॉर्म: ${v.elements}`,
  jsonDifference: 'JSON का अंतर',
})
