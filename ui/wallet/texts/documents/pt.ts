/** Portuguese texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: 'Você ainda não tem arquivos.',
  sealing: v => `Cifrando e enviando ${v.file} …`,
  openingFile: v => `Abrindo ${v.file} …`,
  shownBelow: v => `${v.file} é mostrado abaixo da linha dele.`,
  isSaved: v => `${v.file} foi baixado.`,
  deletingFile: v => `Apagando ${v.file} …`,
  lookAt: v => `Ver ${v.file}`,
  lookButton: 'Ver',
  downloadFile: v => `Baixar ${v.file}`,
  download: 'Baixar',
  deleteFileAbout: v => `${v.file} será apagado de todos os nós de armazenamento e do armazenamento de arquivos. As respostas que se referem a ele permanecem.`,
  yesDelete: v => `Sim, apagar ${v.file}`,
  uploadFile: 'Enviar um arquivo',
  cannotShow: 'Este tipo de arquivo não pode ser mostrado aqui. Baixe-o.',
  dropHere: 'Solte arquivos aqui ou escolha-os.',
  takePhoto: 'Tirar uma foto',
  uploadLimits: v => `No máximo ${v.size} por arquivo e ${v.many} arquivos de cada vez. Um arquivo é cifrado antes de sair deste navegador.`,
  noFolder: 'Uma pasta não pode ser enviada. Abra-a e escolha os arquivos dentro dela.',
  noDroppedFile: 'Isto não é um arquivo. Salve-o primeiro como arquivo e escolha-o.',
  tooManyFiles: v => `São arquivos demais, e nenhum foi salvo. Escolha no máximo ${v.many} de cada vez.`,
  uploadsTitle: 'Envios',
  uploadingFiles: 'Cifrando e enviando arquivos, um após o outro …',
  filesStored: v => `Salvos: ${v.done} de ${v.many} arquivos.`,
  uploadState: v => `${w.select(v.state, { waiting: 'Aguardando', sending: 'Enviando …', stored: 'Salvo', other: 'Não salvo' })}`,
  isTooLarge: v => `Este arquivo é maior que ${v.size}. Nada dele foi salvo.`,
})
