/** Spanish texts of prompts, generated from ui/languages by fhir/generate: do not edit. */
import type { Formats } from '../../shell/language/formats.ts'
import type { Prompts } from '../parts.ts'

export default (w: Formats): Prompts => ({
  sealTitle: '¿Cómo quiere desbloquear su clave?',
  sealReason: v => `${w.select(v.why, { differs: 'Esta cartera firma el mismo mensaje de forma distinta cada vez, así que la clave de su perfil no se puede obtener de su firma. En su lugar se ha creado una clave aleatoria. Elija cómo desbloquearla. El servicio la guarda cifrada y no puede abrirla.', contract: 'Esta cartera es un contrato, así que no se puede obtener ninguna clave de su firma. En su lugar se ha creado una clave aleatoria. Elija cómo desbloquearla. El servicio la guarda cifrada y no puede abrirla.', recovered: 'La clave se ha restablecido. Elija cómo desbloquearla a partir de ahora.', other: 'Elija cómo desbloquear la cartera de este navegador.' })}`,
  passphraseShort: v => `Una frase de contraseña tiene al menos ${w.number(v.least)} caracteres; cuatro o cinco palabras al azar están bien.`,
  passphrasesDiffer: 'Las dos frases de contraseña no son iguales.',
  passkey: 'Una llave de acceso',
  passkeyAbout: 'funciona en los dispositivos que comparten sus llaves de acceso',
  passphrase: 'Una frase de contraseña',
  passphraseAgain: 'La misma frase de contraseña otra vez',
  usePassphrase: 'Usar esta frase de contraseña',
  usePassphraseAbout: 'nadie puede recuperarla por usted',
  openTitle: 'Abra su clave',
  usePasskey: 'Usar su llave de acceso',
  yourPassphrase: 'Su frase de contraseña',
  open: 'Abrir',
  orRecovery: 'O el archivo de recuperación de este perfil',
  lostAll: 'He perdido todo lo anterior',
  recoveryTitle: 'Su archivo de recuperación',
  recoveryAbout: 'Este archivo recupera su perfil si pierde su frase de contraseña o su llave de acceso. Quien tenga el archivo puede abrir su perfil: guárdelo en un lugar seguro fuera de este navegador.',
  saveRecovery: 'Guardar el archivo de recuperación',
  goOn: 'Continuar',
  giveUpTitle: 'Su perfil no se puede abrir aquí',
  giveUpAbout: v => `${w.select(v.loss, { differs: 'Esta cartera ya no produce la clave de su perfil. No se ha perdido nada: un navegador que conozca el perfil lo sigue abriendo, y quizá también una versión anterior de la cartera.', other: 'Sin frase de contraseña, llave de acceso ni archivo de recuperación, solo un navegador que ya conozca el perfil puede abrirlo.' })}`,
  giveUpSure: 'Renuncio a este perfil. El nuevo estará vacío.',
  startNew: 'Empezar un perfil nuevo',
})
