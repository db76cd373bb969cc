/** French texts of prompts, generated from ui/languages by fhir/generate: do not edit. */
import type { Formats } from '../../shell/language/formats.ts'
import type { Prompts } from '../parts.ts'

export default (w: Formats): Prompts => ({
  sealTitle: 'Comment voulez-vous déverrouiller votre clé ?',
  sealReason: v => `${w.select(v.why, { differs: 'Ce portefeuille signe chaque fois différemment le même message : la clé de votre profil ne peut donc pas être obtenue à partir de sa signature. Une clé aléatoire a été créée à la place. Choisissez comment la déverrouiller. Le service la conserve chiffrée et ne peut pas l’ouvrir.', contract: 'Ce portefeuille est un contrat : aucune clé ne peut être obtenue à partir de sa signature. Une clé aléatoire a été créée à la place. Choisissez comment la déverrouiller. Le service la conserve chiffrée et ne peut pas l’ouvrir.', recovered: 'La clé est rétablie. Choisissez comment la déverrouiller désormais.', other: 'Choisissez comment déverrouiller le portefeuille de ce navigateur.' })}`,
  passphraseShort: v => `Une phrase secrète compte au moins ${w.number(v.least)} caractères ; quatre ou cinq mots au hasard conviennent bien.`,
  passphrasesDiffer: 'Les deux phrases secrètes ne sont pas identiques.',
  passkey: 'Une clé d’accès',
  passkeyAbout: 'fonctionne sur les appareils qui partagent vos clés d’accès',
  passphrase: 'Une phrase secrète',
  passphraseAgain: 'La même phrase secrète, encore une fois',
  usePassphrase: 'Utiliser cette phrase secrète',
  usePassphraseAbout: 'personne ne peut la retrouver pour vous',
  openTitle: 'Ouvrez votre clé',
  usePasskey: 'Utiliser votre clé d’accès',
  yourPassphrase: 'Votre phrase secrète',
  open: 'Ouvrir',
  orRecovery: 'Ou le fichier de récupération de ce profil',
  lostAll: 'J’ai tout perdu',
  recoveryTitle: 'Votre fichier de récupération',
  recoveryAbout: 'Ce fichier rétablit votre profil si vous perdez votre phrase secrète ou votre clé d’accès. Toute personne qui a ce fichier peut ouvrir votre profil : gardez-le en lieu sûr, hors de ce navigateur.',
  saveRecovery: 'Enregistrer le fichier de récupération',
  goOn: 'Continuer',
  giveUpTitle: 'Votre profil ne peut pas être ouvert ici',
  giveUpAbout: v => `${w.select(v.loss, { differs: 'Ce portefeuille ne produit plus la clé de votre profil. Rien n’est perdu : un navigateur qui connaît le profil l’ouvre toujours, et peut-être aussi une version antérieure du portefeuille.', other: 'Sans phrase secrète, clé d’accès ni fichier de récupération, seul un navigateur qui connaît déjà le profil peut l’ouvrir.' })}`,
  giveUpSure: 'Je renonce à ce profil. Le nouveau sera vide.',
  startNew: 'Commencer un nouveau profil',
})
