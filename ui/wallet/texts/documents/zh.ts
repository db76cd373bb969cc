/** Chinese texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: '您还没有文件。',
  sealing: v => `正在加密并上传 ${v.file}……`,
  openingFile: v => `正在打开 ${v.file}……`,
  shownBelow: v => `${v.file} 显示在其所在行下方。`,
  isSaved: v => `${v.file} 已下载。`,
  deletingFile: v => `正在删除 ${v.file}……`,
  lookAt: v => `查看 ${v.file}`,
  lookButton: '查看',
  downloadFile: v => `下载 ${v.file}`,
  download: '下载',
  deleteFileAbout: v => `${v.file} 将从每个存储节点和文件存储中删除。引用它的回答会保留。`,
  yesDelete: v => `是，删除 ${v.file}`,
  uploadFile: '上传文件',
  cannotShow: '此类文件无法在这里显示。请下载它。',
  dropHere: '将文件拖放到这里,或选择文件。',
  takePhoto: '拍照',
  uploadLimits: v => `每个文件最大 ${v.size},一次最多 ${v.many} 个文件。文件在离开此浏览器之前会被加密。`,
  noFolder: '无法上传文件夹。请打开它,并选择其中的文件。',
  noDroppedFile: '这不是文件。请先将其保存为文件,再选择该文件。',
  tooManyFiles: v => `文件太多,均未保存。一次最多选择 ${v.many} 个。`,
  uploadsTitle: '上传',
  uploadingFiles: '正在逐个加密并上传文件……',
  filesStored: v => `已保存:${v.many} 个文件中的 ${v.done} 个。`,
  uploadState: v => `${w.select(v.state, { waiting: '等待中', sending: '正在上传……', stored: '已保存', other: '未保存' })}`,
  isTooLarge: v => `此文件大于 ${v.size}。未保存任何内容。`,
})
