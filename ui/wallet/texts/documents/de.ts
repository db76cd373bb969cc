/** German texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: 'Sie haben noch keine Dateien.',
  sealing: v => `${v.file} wird verschlüsselt und hochgeladen …`,
  openingFile: v => `${v.file} wird geöffnet …`,
  shownBelow: v => `${v.file} wird unter der Zeile gezeigt.`,
  isSaved: v => `${v.file} wurde heruntergeladen.`,
  deletingFile: v => `${v.file} wird gelöscht …`,
  lookAt: v => `${v.file} ansehen`,
  lookButton: 'Ansehen',
  downloadFile: v => `${v.file} herunterladen`,
  download: 'Herunterladen',
  deleteFileAbout: v => `${v.file} wird von jedem Speicherknoten und aus dem Dateispeicher gelöscht. Antworten, die darauf verweisen, bleiben.`,
  yesDelete: v => `Ja, ${v.file} löschen`,
  uploadFile: 'Datei hochladen',
  cannotShow: 'Diese Art von Datei kann hier nicht gezeigt werden. Laden Sie sie herunter.',
  dropHere: 'Legen Sie Dateien hier ab, oder wählen Sie sie aus.',
  takePhoto: 'Foto aufnehmen',
  uploadLimits: v => `Höchstens ${v.size} je Datei und ${v.many} Dateien auf einmal. Eine Datei wird verschlüsselt, bevor sie diesen Browser verlässt.`,
  noFolder: 'Ein Ordner kann nicht hochgeladen werden. Öffnen Sie ihn, und wählen Sie die Dateien darin aus.',
  noDroppedFile: 'Das ist keine Datei. Speichern Sie es zuerst als Datei, und wählen Sie diese aus.',
  tooManyFiles: v => `Das sind zu viele Dateien, und keine wurde gespeichert. Wählen Sie höchstens ${v.many} auf einmal.`,
  uploadsTitle: 'Hochgeladene Dateien',
  uploadingFiles: 'Dateien werden nacheinander verschlüsselt und hochgeladen …',
  filesStored: v => `Gespeichert: ${v.done} von ${v.many} Dateien.`,
  uploadState: v => `${w.select(v.state, { waiting: 'Wartet', sending: 'Wird hochgeladen …', stored: 'Gespeichert', other: 'Nicht gespeichert' })}`,
  isTooLarge: v => `Diese Datei ist größer als ${v.size}. Nichts davon wurde gespeichert.`,
})
