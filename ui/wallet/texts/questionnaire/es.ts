/** Spanish texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: 'Un momento …',
  language: 'Idioma',
  more: 'Más',
  back: 'Atrás',
  decline: 'Rechazar',
  signing: 'Firmando …',
  technical: 'Datos técnicos',
  service: 'Servicio',
  serviceSays: v => `Mensaje del servicio: ${v.detail}`,
  loadingForm: 'Cargando el formulario …',
  uploadStopped: v => `Una parte de ${v.file} aún no ha llegado. Mientras esta página siga abierta, puede continuar.`,
  continueUpload: 'Continuar',
  giveUpUpload: 'Cancelar la subida',
  yes: 'Sí',
  no: 'No',
  aFile: 'un archivo',
  languageAbout: 'El idioma de estas páginas. Este navegador lo recuerda.',
  tryForm: 'Pruebe aquí un formulario. El servicio comprueba sus respuestas y no guarda ni comparte nada.',
  formUnshown: 'Este formulario no se puede mostrar',
  questionnaireTitle: 'Cuestionario',
  valid: 'Estas respuestas son válidas',
  validAbout: 'Esta es la respuesta que enviaría una aplicación.',
  wouldRefuse: 'El servicio rechazaría esta respuesta.',
})
