/** Spanish texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: 'Todavía no tiene archivos.',
  sealing: v => `Cifrando y subiendo ${v.file} …`,
  openingFile: v => `Abriendo ${v.file} …`,
  shownBelow: v => `${v.file} se muestra debajo de su fila.`,
  isSaved: v => `${v.file} se ha descargado.`,
  deletingFile: v => `Borrando ${v.file} …`,
  lookAt: v => `Ver ${v.file}`,
  lookButton: 'Ver',
  downloadFile: v => `Descargar ${v.file}`,
  download: 'Descargar',
  deleteFileAbout: v => `${v.file} se borrará de todos los nodos de almacenamiento y del almacén de archivos. Las respuestas que lo mencionan se conservan.`,
  yesDelete: v => `Sí, borrar ${v.file}`,
  uploadFile: 'Subir un archivo',
  cannotShow: 'Este tipo de archivo no se puede mostrar aquí. Descárguelo.',
  dropHere: 'Suelte archivos aquí o elíjalos.',
  takePhoto: 'Hacer una foto',
  uploadLimits: v => `Como máximo ${v.size} por archivo y ${v.many} archivos a la vez. Un archivo se cifra antes de salir de este navegador.`,
  noFolder: 'No se puede subir una carpeta. Ábrala y elija los archivos que contiene.',
  noDroppedFile: 'Esto no es un archivo. Guárdelo primero como archivo y elíjalo.',
  tooManyFiles: v => `Son demasiados archivos y no se guardó ninguno. Elija como máximo ${v.many} a la vez.`,
  uploadsTitle: 'Subidas',
  uploadingFiles: 'Cifrando y subiendo archivos, uno tras otro …',
  filesStored: v => `Guardados: ${v.done} de ${v.many} archivos.`,
  uploadState: v => `${w.select(v.state, { waiting: 'En espera', sending: 'Subiendo …', stored: 'Guardado', other: 'No guardado' })}`,
  isTooLarge: v => `Este archivo supera ${v.size}. No se guardó nada de él.`,
})
