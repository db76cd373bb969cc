/** Controls that are loaded when a form uses them, and read-only answers. */
export { enablement } from '../../../fhir/model/enable-when.ts'
export { AnswerText } from '../answer-text.tsx'
export { Answers, Repetitions } from '../repetitions.tsx'
export { AttachmentInput } from './attachment.tsx'
export { QuantityInput } from './quantity.tsx'
export { SelectInput } from './select.tsx'
export { SliderInput } from './slider.tsx'
