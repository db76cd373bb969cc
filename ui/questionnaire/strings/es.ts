/** Spanish texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import { sayIssue, wordsIn } from '../../../fhir/in-words.ts'
import { es as sentences } from '../../../fhir/sentences/es.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('es')

export const es: Partial<Strings> = {
  yes: 'Sí',
  no: 'No',
  required: '(obligatorio)',
  other: 'Otra respuesta',
  clear: 'Borrar',
  next: 'Siguiente',
  previous: 'Atrás',
  review: 'Revisar sus respuestas',
  submit: 'Enviar',
  submitting: 'Enviando sus respuestas',
  change: 'Cambiar',
  agree: 'He leído esto y estoy de acuerdo',
  confirm: 'Confirmar',
  cancel: 'Cancelar',
  problem: 'Hay un problema',
  error: 'Error',
  submitFailed: 'No se pudieron enviar sus respuestas. Inténtelo de nuevo.',
  restored: 'Sus respuestas anteriores siguen aquí.',
  chooseUpTo: most => `Elija ${w.show(most)} como máximo.`,
  limit: most => `Puede elegir ${w.show(most)} como máximo. Para elegir otra, quite antes una.`,
  exclusive: label => `Eligió «${w.show(label)}». Se quitaron las respuestas que no son compatibles.`,
  shown: many => `${w.plural(many, { one: `${w.show(many)} pregunta más`, other: `${w.show(many)} preguntas más` })}.`,
  hidden: many => `${w.plural(many, { one: `${w.show(many)} pregunta ya no es necesaria`, other: `${w.show(many)} preguntas ya no son necesarias` })}.`,
  errors: many => `Revise ${w.plural(many, { one: `${w.show(many)} respuesta`, other: `${w.show(many)} respuestas` })}.`,
  page: (number, of) => `Página ${w.show(number)} de ${w.show(of)}`,
  choose: 'Elegir',
  noAnswer: 'Sin respuesta',
  unit: 'Unidad',
  cannotUpload: 'Aquí no se pueden añadir archivos.',
  retry: 'Intentar de nuevo',
  add: label => `Añadir: ${w.show(label)}`,
  remove: (label, number) => `Quitar ${w.show(label)} ${w.show(number)}`,
  added: (label, number) => `Se añadió ${w.show(label)} ${w.show(number)}.`,
  removed: (label, number) => `Se quitó ${w.show(label)} ${w.show(number)}.`,
  removeFile: name => `Quitar ${w.show(name)}`,
  uploading: (name, percent) => `Subiendo ${w.show(name)}: ${w.show(percent)} %`,
  uploaded: name => `${w.show(name)} se ha subido.`,
  uploadFailed: name => `No se pudo subir ${w.show(name)}.`,
  between: (min, max, unit) => `De ${w.show(min)} a ${w.show(max)} ${w.show(unit)}`,
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
