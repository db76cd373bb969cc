/** Prompts that a person can select; each needs only the person's Observations. */
import type { Prompt } from '../../core/index.ts'

const CAREFUL =
  'Name the date and the unit of every value. Say when there are too few values to tell. Make no diagnosis; what worries, I take to my doctor.'

const user = (text: string) => [{ role: 'user' as const, content: { type: 'text' as const, text } }]

export const prompts: readonly Prompt[] = [
  {
    name: 'trend',
    title: 'How has a value changed?',
    description: 'Shows one measurement over time.',
    arguments: [
      { name: 'what', description: 'The measurement: weight, blood pressure, a score …', required: true },
    ],
    messages: ({ what = '' }) =>
      user(
        `How has this changed over time: ${what}? Call my_observations with it as the code; if nothing is found, choose from what ` +
          `exists. ${CAREFUL}`,
      ),
  },
  {
    name: 'appointment',
    title: 'Prepare an appointment',
    description: 'Summarizes your records on one page for a doctor.',
    arguments: [{ name: 'reason', description: 'The topic of the appointment.' }],
    messages: ({ reason = 'a general check' }) =>
      user(
        `I have an appointment with a doctor: ${reason}. Sum up on one page what my_observations and my_document_references hold ` +
          `that matters for it, newest first, and which questions I could ask. ${CAREFUL}`,
      ),
  },
]
