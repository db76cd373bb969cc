/** Portuguese texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import { sayIssue, wordsIn } from '../../../fhir/in-words.ts'
import { pt as sentences } from '../../../fhir/sentences/pt.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('pt')

export const pt: Partial<Strings> = {
  yes: 'Sim',
  no: 'Não',
  required: '(obrigatório)',
  other: 'Outra resposta',
  clear: 'Limpar',
  next: 'Avançar',
  previous: 'Voltar',
  review: 'Conferir suas respostas',
  submit: 'Enviar',
  submitting: 'Enviando suas respostas',
  change: 'Alterar',
  agree: 'Li este texto e concordo',
  confirm: 'Confirmar',
  cancel: 'Cancelar',
  problem: 'Há um problema',
  error: 'Erro',
  submitFailed: 'Não foi possível enviar suas respostas. Tente novamente.',
  restored: 'Suas respostas anteriores continuam aqui.',
  chooseUpTo: most => `Escolha no máximo ${w.show(most)}.`,
  limit: most => `Você pode escolher no máximo ${w.show(most)}. Para escolher outra, remova uma antes.`,
  exclusive: label => `Você escolheu “${w.show(label)}”. As respostas incompatíveis foram removidas.`,
  shown: many => `Mais ${w.plural(many, { one: `${w.show(many)} pergunta`, other: `${w.show(many)} perguntas` })}.`,
  hidden: many => `${w.plural(many, { one: `${w.show(many)} pergunta não é mais necessária`, other: `${w.show(many)} perguntas não são mais necessárias` })}.`,
  errors: many => `Confira ${w.plural(many, { one: `${w.show(many)} resposta`, other: `${w.show(many)} respostas` })}.`,
  page: (number, of) => `Página ${w.show(number)} de ${w.show(of)}`,
  choose: 'Escolher',
  noAnswer: 'Sem resposta',
  unit: 'Unidade',
  cannotUpload: 'Não é possível adicionar arquivos aqui.',
  retry: 'Tentar novamente',
  add: label => `Adicionar: ${w.show(label)}`,
  remove: (label, number) => `Remover ${w.show(label)} ${w.show(number)}`,
  added: (label, number) => `${w.show(label)} ${w.show(number)}: adição concluída.`,
  removed: (label, number) => `${w.show(label)} ${w.show(number)}: remoção concluída.`,
  removeFile: name => `Remover ${w.show(name)}`,
  uploading: (name, percent) => `Enviando ${w.show(name)}: ${w.show(percent)} %`,
  uploaded: name => `${w.show(name)}: envio concluído.`,
  uploadFailed: name => `Não foi possível enviar ${w.show(name)}.`,
  between: (min, max, unit) => `De ${w.show(min)} a ${w.show(max)} ${w.show(unit)}`,
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
