/** French texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: 'Vous n’avez pas encore de fichiers.',
  sealing: v => `Chiffrement et envoi de ${v.file} …`,
  openingFile: v => `Ouverture de ${v.file} …`,
  shownBelow: v => `${v.file} est affiché sous sa ligne.`,
  isSaved: v => `${v.file} est téléchargé.`,
  deletingFile: v => `Suppression de ${v.file} …`,
  lookAt: v => `Voir ${v.file}`,
  lookButton: 'Voir',
  downloadFile: v => `Télécharger ${v.file}`,
  download: 'Télécharger',
  deleteFileAbout: v => `${v.file} sera supprimé de tous les nœuds de stockage et du stockage des fichiers. Les réponses qui s’y réfèrent restent.`,
  yesDelete: v => `Oui, supprimer ${v.file}`,
  uploadFile: 'Envoyer un fichier',
  cannotShow: 'Ce type de fichier ne peut pas être affiché ici. Téléchargez-le.',
  dropHere: 'Déposez des fichiers ici, ou choisissez-les.',
  takePhoto: 'Prendre une photo',
  uploadLimits: v => `Au plus ${v.size} par fichier, et ${v.many} fichiers à la fois. Un fichier est chiffré avant de quitter ce navigateur.`,
  noFolder: 'Un dossier ne peut pas être envoyé. Ouvrez-le et choisissez les fichiers qu’il contient.',
  noDroppedFile: 'Ce n’est pas un fichier. Enregistrez-le d’abord comme fichier, puis choisissez celui-ci.',
  tooManyFiles: v => `Ces fichiers sont trop nombreux, et aucun n’a été enregistré. Choisissez-en au plus ${v.many} à la fois.`,
  uploadsTitle: 'Envois',
  uploadingFiles: 'Chiffrement et envoi des fichiers, l’un après l’autre …',
  filesStored: v => `Enregistrés : ${v.done} fichiers sur ${v.many}.`,
  uploadState: v => `${w.select(v.state, { waiting: 'En attente', sending: 'Envoi …', stored: 'Enregistré', other: 'Non enregistré' })}`,
  isTooLarge: v => `Ce fichier dépasse ${v.size}. Rien n’en a été enregistré.`,
})
