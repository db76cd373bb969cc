/** French texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: 'Un instant …',
  language: 'Langue',
  more: 'Plus',
  back: 'Retour',
  decline: 'Refuser',
  signing: 'Signature en cours …',
  technical: 'Informations techniques',
  service: 'Service',
  serviceSays: v => `Message du service : ${v.detail}`,
  loadingForm: 'Chargement du formulaire …',
  uploadStopped: v => `Une partie de ${v.file} n’est pas encore arrivée. Tant que cette page reste ouverte, vous pouvez continuer.`,
  continueUpload: 'Continuer',
  giveUpUpload: 'Annuler l’envoi',
  yes: 'Oui',
  no: 'Non',
  aFile: 'un fichier',
  languageAbout: 'La langue de ces pages. Ce navigateur s’en souvient.',
  tryForm: 'Essayez un formulaire ici. Le service vérifie vos réponses, et n’enregistre ni ne partage rien.',
  formUnshown: 'Ce formulaire ne peut pas être affiché',
  questionnaireTitle: 'Questionnaire',
  valid: 'Ces réponses sont valides',
  validAbout: 'Voici la réponse qu’une application enverrait.',
  wouldRefuse: 'Le service refuserait cette réponse.',
})
