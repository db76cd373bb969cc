/** The long form in R4, the version that these renderers read. */
import { mixed } from '../../../ui/gallery/generated-forms.ts'

const spelled = item => ({
  ...item,
  type: item.type === 'coding' ? 'choice' : item.type,
  ...(item.item && { item: item.item.map(spelled) }),
})

export const form = (() => {
  const made = mixed(500)
  return { ...made, url: 'https://andiron.example/Questionnaire/mixed-500', item: made.item.map(spelled) }
})()
