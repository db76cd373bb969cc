/** French texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import { sayIssue, wordsIn } from '../../../fhir/in-words.ts'
import { fr as sentences } from '../../../fhir/sentences/fr.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('fr')

export const fr: Partial<Strings> = {
  yes: 'Oui',
  no: 'Non',
  required: '(obligatoire)',
  other: 'Autre réponse',
  clear: 'Effacer',
  next: 'Suivant',
  previous: 'Retour',
  review: 'Vérifier vos réponses',
  submit: 'Envoyer',
  submitting: 'Envoi de vos réponses',
  change: 'Modifier',
  agree: 'J’ai lu ce texte et je suis d’accord',
  confirm: 'Confirmer',
  cancel: 'Annuler',
  problem: 'Il y a un problème',
  error: 'Erreur',
  submitFailed: 'Vos réponses n’ont pas pu être envoyées. Réessayez.',
  restored: 'Vos réponses précédentes sont toujours là.',
  chooseUpTo: most => `Choisissez-en ${w.show(most)} au plus.`,
  limit: most => `Vous pouvez en choisir ${w.show(most)} au plus. Pour en choisir un autre, retirez-en d’abord un.`,
  exclusive: label => `Vous avez choisi « ${w.show(label)} ». Les réponses incompatibles ont été retirées.`,
  shown: many => `${w.plural(many, { one: `${w.show(many)} question de plus`, other: `${w.show(many)} questions de plus` })}.`,
  hidden: many => `${w.plural(many, { one: `${w.show(many)} question n’est plus nécessaire`, other: `${w.show(many)} questions ne sont plus nécessaires` })}.`,
  errors: many => `Vérifiez ${w.plural(many, { one: `${w.show(many)} réponse`, other: `${w.show(many)} réponses` })}.`,
  page: (number, of) => `Page ${w.show(number)} sur ${w.show(of)}`,
  choose: 'Choisir',
  noAnswer: 'Sans réponse',
  unit: 'Unité',
  cannotUpload: 'Aucun fichier ne peut être ajouté ici.',
  retry: 'Réessayer',
  add: label => `Ajouter : ${w.show(label)}`,
  remove: (label, number) => `Supprimer ${w.show(label)} ${w.show(number)}`,
  added: (label, number) => `${w.show(label)} ${w.show(number)} : ajout effectué.`,
  removed: (label, number) => `${w.show(label)} ${w.show(number)} : suppression effectuée.`,
  removeFile: name => `Supprimer ${w.show(name)}`,
  uploading: (name, percent) => `Envoi de ${w.show(name)} : ${w.show(percent)} %`,
  uploaded: name => `${w.show(name)} : envoi terminé.`,
  uploadFailed: name => `${w.show(name)} n’a pas pu être envoyé.`,
  between: (min, max, unit) => `De ${w.show(min)} à ${w.show(max)} ${w.show(unit)}`,
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
