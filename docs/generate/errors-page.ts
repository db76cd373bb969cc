/** The reference of every error: code, status, sentence. */
import type { ErrorEntry } from './find-errors.ts'
import { blocks, code, GENERATED, table } from './markdown.ts'

export const errorsPage = (errors: readonly ErrorEntry[]): string =>
  blocks(
    GENERATED,
    '# Errors',
    'A code is stable and made for programs; the sentence is for people, with `…` for what it says about a particular case. ' +
      'Errors with a status are answered as `application/problem+json` (RFC 9457), or stop the start of a gateway with their ' +
      'sentence; those without one are thrown in a program: by `core/crypto` and the client packages.',
    table(
      ['Code', 'Status', 'Sentence', 'Table'],
      [...new Map(errors.map(entry => [`${entry.code} ${entry.room}`, entry])).values()].map(
        ({ code: name, status, sentence, room }) => [
          code(name),
          status === undefined ? '' : String(status),
          sentence.replaceAll(/%[sd]/g, '…'),
          `[${room}](../${room}/errors.ts)`,
        ],
      ),
    ),
  )
