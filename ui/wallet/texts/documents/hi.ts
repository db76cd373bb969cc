/** Hindi texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: 'आपकी अभी कोई फ़ाइल नहीं है।',
  sealing: v => `${v.file} को एन्क्रिप्ट और अपलोड किया जा रहा है …`,
  openingFile: v => `${v.file} खोली जा रही है …`,
  shownBelow: v => `${v.file} अपनी पंक्ति के नीचे दिखाई गई है।`,
  isSaved: v => `${v.file} डाउनलोड हो गई।`,
  deletingFile: v => `${v.file} हटाई जा रही है …`,
  lookAt: v => `${v.file} देखें`,
  lookButton: 'देखें',
  downloadFile: v => `${v.file} डाउनलोड करें`,
  download: 'डाउनलोड करें',
  deleteFileAbout: v => `${v.file} हर स्टोरेज नोड और फ़ाइलों के स्टोरेज से हटा दी जाएगी। उसका उल्लेख करने वाले उत्तर बने रहेंगे।`,
  yesDelete: v => `हाँ, ${v.file} हटाएँ`,
  uploadFile: 'फ़ाइल अपलोड करें',
  cannotShow: 'इस प्रकार की फ़ाइल यहाँ नहीं दिखाई जा सकती। इसे डाउनलोड करें।',
  dropHere: 'फ़ाइलें यहाँ छोड़ें, या उन्हें चुनें।',
  takePhoto: 'फ़ोटो लें',
  uploadLimits: v => `हर फ़ाइल अधिक से अधिक ${v.size}, और एक बार में अधिक से अधिक ${v.many} फ़ाइलें। फ़ाइल इस ब्राउज़र से बाहर जाने से पहले एन्क्रिप्ट की जाती है।`,
  noFolder: 'फ़ोल्डर अपलोड नहीं किया जा सकता। उसे खोलें और उसके भीतर की फ़ाइलें चुनें।',
  noDroppedFile: 'यह फ़ाइल नहीं है। पहले इसे फ़ाइल के रूप में सहेजें, फिर उसे चुनें।',
  tooManyFiles: v => `ये बहुत अधिक फ़ाइलें हैं, और कोई सहेजी नहीं गई। एक बार में अधिक से अधिक ${v.many} चुनें।`,
  uploadsTitle: 'अपलोड',
  uploadingFiles: 'फ़ाइलों को एक-एक करके एन्क्रिप्ट और अपलोड किया जा रहा है …',
  filesStored: v => `सहेजी गईं: ${v.many} में से ${v.done} फ़ाइलें।`,
  uploadState: v => `${w.select(v.state, { waiting: 'प्रतीक्षा में', sending: 'अपलोड हो रही है …', stored: 'सहेजी गई', other: 'सहेजी नहीं गई' })}`,
  isTooLarge: v => `यह फ़ाइल ${v.size} से बड़ी है। इसका कुछ भी सहेजा नहीं गया।`,
})
