/** Portuguese texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: 'Um momento …',
  language: 'Idioma',
  more: 'Mais',
  back: 'Voltar',
  decline: 'Recusar',
  signing: 'Assinando …',
  technical: 'Dados técnicos',
  service: 'Serviço',
  serviceSays: v => `Mensagem do serviço: ${v.detail}`,
  loadingForm: 'Carregando o formulário …',
  uploadStopped: v => `Uma parte de ${v.file} ainda não chegou. Enquanto esta página estiver aberta, você pode continuar.`,
  continueUpload: 'Continuar',
  giveUpUpload: 'Cancelar o envio',
  yes: 'Sim',
  no: 'Não',
  aFile: 'um arquivo',
  languageAbout: 'O idioma destas páginas. Este navegador o guarda.',
  tryForm: 'Experimente um formulário aqui. O serviço confere suas respostas e não salva nem compartilha nada.',
  formUnshown: 'Este formulário não pode ser mostrado',
  questionnaireTitle: 'Questionário',
  valid: 'Estas respostas são válidas',
  validAbout: 'Esta é a resposta que um aplicativo enviaria.',
  wouldRefuse: 'O serviço recusaria esta resposta.',
})
