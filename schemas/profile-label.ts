/** The label of a profile: how a person tells it from others. Nobody else can read it. */
import type { Infer } from './types.ts'

export const ProfileLabel = {
  $id: 'ProfileLabel',
  type: 'object',
  description: 'How a person tells their profile from others. The newest one applies.',
  additionalProperties: false,
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 60,
      description: 'The name that the person chose. No storage node alone can read it.',
    },
    colour: { enum: ['ember', 'river', 'moss', 'plum', 'slate'], description: 'The colour beside the name.' },
    sealedPicture: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]*$',
      minLength: 40,
      maxLength: 20_000,
      description:
        'The picture that the person chose, encrypted under a key that derives from theirs: base64url.',
    },
    recoverySaved: {
      type: 'string',
      format: 'date-time',
      maxLength: 40,
      description: 'When the person last saved the recovery file.',
    },
    passkeyAdded: {
      type: 'string',
      format: 'date-time',
      maxLength: 40,
      description: 'When the person last made a passkey that opens the profile.',
    },
  },
  examples: [{ name: 'Ada', colour: 'ember', recoverySaved: '2026-01-31T09:30:00.000Z' }],
} as const

export type ProfileLabel = Infer<typeof ProfileLabel>
