/** German texts of prompts, generated from ui/languages by fhir/generate: do not edit. */
import type { Formats } from '../../shell/language/formats.ts'
import type { Prompts } from '../parts.ts'

export default (w: Formats): Prompts => ({
  sealTitle: 'Wie möchten Sie Ihren Schlüssel entsperren?',
  sealReason: v => `${w.select(v.why, { differs: 'Diese Wallet unterschreibt dieselbe Nachricht jedes Mal anders; der Schlüssel Ihres Profils lässt sich deshalb nicht aus ihrer Unterschrift ableiten. Stattdessen wurde ein zufälliger Schlüssel erzeugt. Wählen Sie, wie Sie ihn entsperren. Der Dienst bewahrt ihn verschlüsselt auf und kann ihn nicht öffnen.', contract: 'Diese Wallet ist ein Vertrag; aus ihrer Unterschrift lässt sich kein Schlüssel ableiten. Stattdessen wurde ein zufälliger Schlüssel erzeugt. Wählen Sie, wie Sie ihn entsperren. Der Dienst bewahrt ihn verschlüsselt auf und kann ihn nicht öffnen.', recovered: 'Der Schlüssel ist wiederhergestellt. Wählen Sie, wie Sie ihn von nun an entsperren.', other: 'Wählen Sie, wie Sie die Wallet in diesem Browser entsperren.' })}`,
  passphraseShort: v => `Eine Passphrase hat mindestens ${w.number(v.least)} Zeichen; vier oder fünf zufällige Wörter sind gut.`,
  passphrasesDiffer: 'Die beiden Passphrasen sind nicht gleich.',
  passkey: 'Ein Passkey',
  passkeyAbout: 'funktioniert auf den Geräten, die Ihre Passkeys teilen',
  passphrase: 'Eine Passphrase',
  passphraseAgain: 'Dieselbe Passphrase noch einmal',
  usePassphrase: 'Diese Passphrase verwenden',
  usePassphraseAbout: 'niemand kann sie für Sie wiederherstellen',
  openTitle: 'Öffnen Sie Ihren Schlüssel',
  usePasskey: 'Passkey verwenden',
  yourPassphrase: 'Ihre Passphrase',
  open: 'Öffnen',
  orRecovery: 'Oder die Wiederherstellungsdatei dieses Profils',
  lostAll: 'Ich habe alles davon verloren',
  recoveryTitle: 'Ihre Wiederherstellungsdatei',
  recoveryAbout: 'Diese Datei stellt Ihr Profil wieder her, wenn Sie Ihre Passphrase oder Ihren Passkey verlieren. Wer die Datei hat, kann Ihr Profil öffnen: Bewahren Sie sie an einem sicheren Ort außerhalb dieses Browsers auf.',
  saveRecovery: 'Wiederherstellungsdatei speichern',
  goOn: 'Weiter',
  giveUpTitle: 'Ihr Profil lässt sich hier nicht öffnen',
  giveUpAbout: v => `${w.select(v.loss, { differs: 'Diese Wallet leitet den Schlüssel Ihres Profils nicht mehr ab. Nichts ist verloren: Ein Browser, der das Profil kennt, öffnet es weiterhin, vielleicht auch eine frühere Version der Wallet.', other: 'Ohne Passphrase, Passkey oder Wiederherstellungsdatei kann nur ein Browser das Profil öffnen, der es schon kennt.' })}`,
  giveUpSure: 'Ich gebe dieses Profil auf. Das neue wird leer sein.',
  startNew: 'Ein neues Profil beginnen',
})
