/** Chinese texts of prompts, generated from ui/languages by fhir/generate: do not edit. */
import type { Formats } from '../../shell/language/formats.ts'
import type { Prompts } from '../parts.ts'

export default (w: Formats): Prompts => ({
  sealTitle: '您想如何解锁您的密钥？',
  sealReason: v => `${w.select(v.why, { differs: '此钱包每次对同一消息的签名都不同，因此无法从签名得出您档案的密钥。已改为创建一个随机密钥。请选择如何解锁它。服务以加密形式保管它，且无法打开。', contract: '此钱包是一个合约，因此无法从其签名得出密钥。已改为创建一个随机密钥。请选择如何解锁它。服务以加密形式保管它，且无法打开。', recovered: '密钥已恢复。请选择今后如何解锁它。', other: '请选择如何解锁此浏览器中的钱包。' })}`,
  passphraseShort: v => `密码短语至少有 ${w.number(v.least)} 个字符；四五个随机的词就很好。`,
  passphrasesDiffer: '两次输入的密码短语不一致。',
  passkey: '通行密钥',
  passkeyAbout: '可在共享您通行密钥的设备上使用',
  passphrase: '密码短语',
  passphraseAgain: '再次输入同一密码短语',
  usePassphrase: '使用此密码短语',
  usePassphraseAbout: '没有人能替您找回它',
  openTitle: '打开您的密钥',
  usePasskey: '使用您的通行密钥',
  yourPassphrase: '您的密码短语',
  open: '打开',
  orRecovery: '或此档案的恢复文件',
  lostAll: '这些我都丢失了',
  recoveryTitle: '您的恢复文件',
  recoveryAbout: '如果您丢失了密码短语或通行密钥，此文件可以恢复您的档案。任何拥有此文件的人都能打开您的档案：请将它保存在此浏览器之外的安全地方。',
  saveRecovery: '保存恢复文件',
  goOn: '继续',
  giveUpTitle: '您的档案无法在此打开',
  giveUpAbout: v => `${w.select(v.loss, { differs: '此钱包已无法得出您档案的密钥。没有任何内容丢失：知道该档案的浏览器仍能打开它，钱包的早期版本或许也可以。', other: '没有密码短语、通行密钥或恢复文件时，只有已知道该档案的浏览器才能打开它。' })}`,
  giveUpSure: '我放弃此档案。新档案将是空的。',
  startNew: '开始新档案',
})
