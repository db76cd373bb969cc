/** The name of a program in words for people: never its id, which is among the technical details. */
import { words } from '../../shell/language/page-texts.ts'

export interface Client {
  readonly id: string
  readonly name: string
  readonly kind?: string
}

/** The gateway gives a program that has no name its id as one. */
export const clientName = ({ id, name, kind = 'assistant' }: Client): string =>
  kind === 'assistant' && name === id ? words.unnamedProgram : name
