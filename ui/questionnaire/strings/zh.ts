/** Chinese texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import { sayIssue, wordsIn } from '../../../fhir/in-words.ts'
import { zh as sentences } from '../../../fhir/sentences/zh.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('zh')

export const zh: Partial<Strings> = {
  yes: '是',
  no: '否',
  required: '（必填）',
  other: '其他答案',
  clear: '清除',
  next: '下一步',
  previous: '上一步',
  review: '检查您的答案',
  submit: '提交',
  submitting: '正在发送您的答案',
  change: '更改',
  agree: '我已阅读并同意',
  confirm: '确认',
  cancel: '取消',
  problem: '出现问题',
  error: '错误',
  submitFailed: '无法发送您的答案。请重试。',
  restored: '您之前的答案仍在这里。',
  chooseUpTo: most => `最多选择 ${w.show(most)} 项。`,
  limit: most => `您最多可以选择 ${w.show(most)} 项。如需选择其他项，请先取消一项。`,
  exclusive: label => `您选择了“${w.show(label)}”。与之不符的答案已被移除。`,
  shown: many => `增加了 ${w.show(many)} 个问题。`,
  hidden: many => `${w.show(many)} 个问题不再需要回答。`,
  errors: many => `请检查 ${w.show(many)} 个答案。`,
  page: (number, of) => `第 ${w.show(number)} 页，共 ${w.show(of)} 页`,
  choose: '请选择',
  noAnswer: '未回答',
  unit: '单位',
  cannotUpload: '此处无法添加文件。',
  retry: '重试',
  add: label => `再添加一项：${w.show(label)}`,
  remove: (label, number) => `移除${w.show(label)} ${w.show(number)}`,
  added: (label, number) => `已添加${w.show(label)} ${w.show(number)}。`,
  removed: (label, number) => `已移除${w.show(label)} ${w.show(number)}。`,
  removeFile: name => `移除 ${w.show(name)}`,
  uploading: (name, percent) => `正在上传 ${w.show(name)}：${w.show(percent)} %`,
  uploaded: name => `${w.show(name)} 已上传。`,
  uploadFailed: name => `无法上传 ${w.show(name)}。`,
  between: (min, max, unit) => `从 ${w.show(min)} 到 ${w.show(max)} ${w.show(unit)}`,
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
