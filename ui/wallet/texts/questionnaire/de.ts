/** German texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: 'Einen Moment …',
  language: 'Sprache',
  more: 'Mehr',
  back: 'Zurück',
  decline: 'Ablehnen',
  signing: 'Wird unterschrieben …',
  technical: 'Technische Angaben',
  service: 'Dienst',
  serviceSays: v => `Meldung des Dienstes: ${v.detail}`,
  loadingForm: 'Das Formular wird geladen …',
  uploadStopped: v => `Ein Teil von ${v.file} ist noch nicht angekommen. Solange diese Seite offen ist, können Sie fortfahren.`,
  continueUpload: 'Fortfahren',
  giveUpUpload: 'Hochladen abbrechen',
  yes: 'Ja',
  no: 'Nein',
  aFile: 'eine Datei',
  languageAbout: 'Die Sprache dieser Seiten. Dieser Browser merkt sie sich.',
  tryForm: 'Probieren Sie hier ein Formular aus. Der Dienst prüft Ihre Antworten und speichert und teilt nichts.',
  formUnshown: 'Dieses Formular kann nicht gezeigt werden',
  questionnaireTitle: 'Fragebogen',
  valid: 'Diese Antworten sind gültig',
  validAbout: 'Das ist die Antwort, die eine Anwendung senden würde.',
  wouldRefuse: 'Der Dienst würde diese Antwort ablehnen.',
})
