/** Portuguese texts of prompts, generated from ui/languages by fhir/generate: do not edit. */
import type { Formats } from '../../shell/language/formats.ts'
import type { Prompts } from '../parts.ts'

export default (w: Formats): Prompts => ({
  sealTitle: 'Como você quer desbloquear sua chave?',
  sealReason: v => `${w.select(v.why, { differs: 'Esta carteira assina a mesma mensagem de forma diferente a cada vez, por isso a chave do seu perfil não pode ser obtida da assinatura. Em vez disso, foi criada uma chave aleatória. Escolha como desbloqueá-la. O serviço a guarda cifrada e não pode abri-la.', contract: 'Esta carteira é um contrato, por isso nenhuma chave pode ser obtida da assinatura. Em vez disso, foi criada uma chave aleatória. Escolha como desbloqueá-la. O serviço a guarda cifrada e não pode abri-la.', recovered: 'A chave foi restaurada. Escolha como desbloqueá-la de agora em diante.', other: 'Escolha como desbloquear a carteira deste navegador.' })}`,
  passphraseShort: v => `Uma frase secreta tem pelo menos ${w.number(v.least)} caracteres; quatro ou cinco palavras ao acaso são uma boa escolha.`,
  passphrasesDiffer: 'As duas frases secretas não são iguais.',
  passkey: 'Uma chave de acesso',
  passkeyAbout: 'funciona nos dispositivos que compartilham suas chaves de acesso',
  passphrase: 'Uma frase secreta',
  passphraseAgain: 'A mesma frase secreta outra vez',
  usePassphrase: 'Usar esta frase secreta',
  usePassphraseAbout: 'ninguém pode recuperá-la por você',
  openTitle: 'Abra sua chave',
  usePasskey: 'Usar sua chave de acesso',
  yourPassphrase: 'Sua frase secreta',
  open: 'Abrir',
  orRecovery: 'Ou o arquivo de recuperação deste perfil',
  lostAll: 'Perdi tudo isso',
  recoveryTitle: 'Seu arquivo de recuperação',
  recoveryAbout: 'Este arquivo restaura seu perfil se você perder a frase secreta ou a chave de acesso. Quem tiver o arquivo pode abrir seu perfil: guarde-o em um lugar seguro fora deste navegador.',
  saveRecovery: 'Salvar o arquivo de recuperação',
  goOn: 'Continuar',
  giveUpTitle: 'Seu perfil não pode ser aberto aqui',
  giveUpAbout: v => `${w.select(v.loss, { differs: 'Esta carteira não produz mais a chave do seu perfil. Nada se perdeu: um navegador que conhece o perfil ainda o abre, e talvez também uma versão anterior da carteira.', other: 'Sem frase secreta, chave de acesso ou arquivo de recuperação, só um navegador que já conhece o perfil pode abri-lo.' })}`,
  giveUpSure: 'Eu desisto deste perfil. O novo estará vazio.',
  startNew: 'Começar um perfil novo',
})
