/** German texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import { sayIssue, wordsIn } from '../../../fhir/in-words.ts'
import { de as sentences } from '../../../fhir/sentences/de.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('de')

export const de: Partial<Strings> = {
  yes: 'Ja',
  no: 'Nein',
  required: '(erforderlich)',
  other: 'Andere Antwort',
  clear: 'Löschen',
  next: 'Weiter',
  previous: 'Zurück',
  review: 'Antworten prüfen',
  submit: 'Absenden',
  submitting: 'Ihre Antworten werden gesendet',
  change: 'Ändern',
  agree: 'Ich habe dies gelesen und stimme zu',
  confirm: 'Bestätigen',
  cancel: 'Abbrechen',
  problem: 'Es gibt ein Problem',
  error: 'Fehler',
  submitFailed: 'Ihre Antworten konnten nicht gesendet werden. Bitte versuchen Sie es erneut.',
  restored: 'Ihre früheren Antworten sind noch da.',
  chooseUpTo: most => `Wählen Sie höchstens ${w.show(most)}.`,
  limit: most => `Sie können höchstens ${w.show(most)} wählen. Für eine andere Wahl nehmen Sie zuerst eine zurück.`,
  exclusive: label => `Sie haben „${w.show(label)}“ gewählt. Antworten, die nicht dazu passen, wurden entfernt.`,
  shown: many => `${w.plural(many, { one: `${w.show(many)} weitere Frage`, other: `${w.show(many)} weitere Fragen` })}.`,
  hidden: many => `${w.plural(many, { one: `${w.show(many)} Frage entfällt`, other: `${w.show(many)} Fragen entfallen` })}.`,
  errors: many => `Bitte prüfen Sie ${w.plural(many, { one: `${w.show(many)} Antwort`, other: `${w.show(many)} Antworten` })}.`,
  page: (number, of) => `Seite ${w.show(number)} von ${w.show(of)}`,
  choose: 'Auswählen',
  noAnswer: 'Keine Antwort',
  unit: 'Einheit',
  cannotUpload: 'Hier können keine Dateien hinzugefügt werden.',
  retry: 'Erneut versuchen',
  add: label => `Hinzufügen: ${w.show(label)}`,
  remove: (label, number) => `${w.show(label)} ${w.show(number)} entfernen`,
  added: (label, number) => `${w.show(label)} ${w.show(number)} wurde hinzugefügt.`,
  removed: (label, number) => `${w.show(label)} ${w.show(number)} wurde entfernt.`,
  removeFile: name => `${w.show(name)} entfernen`,
  uploading: (name, percent) => `${w.show(name)} wird hochgeladen: ${w.show(percent)} %`,
  uploaded: name => `${w.show(name)} ist hochgeladen.`,
  uploadFailed: name => `${w.show(name)} konnte nicht hochgeladen werden.`,
  between: (min, max, unit) => `Von ${w.show(min)} bis ${w.show(max)} ${w.show(unit)}`,
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
