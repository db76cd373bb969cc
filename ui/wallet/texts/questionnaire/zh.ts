/** Chinese texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: '请稍候……',
  language: '语言',
  more: '更多',
  back: '返回',
  decline: '拒绝',
  signing: '正在签名……',
  technical: '技术信息',
  service: '服务',
  serviceSays: v => `服务的消息：${v.detail}`,
  loadingForm: '正在加载表单……',
  uploadStopped: v => `${v.file} 有一部分尚未送达。只要此页面保持打开，您就可以继续。`,
  continueUpload: '继续',
  giveUpUpload: '取消上传',
  yes: '是',
  no: '否',
  aFile: '一个文件',
  languageAbout: '这些页面的语言。此浏览器会记住它。',
  tryForm: '请在此试用表单。服务会检查您的回答，不会保存或共享任何内容。',
  formUnshown: '无法显示此表单',
  questionnaireTitle: '问卷',
  valid: '这些回答有效',
  validAbout: '这是应用将提交的回答。',
  wouldRefuse: '服务会拒绝此回答。',
})
