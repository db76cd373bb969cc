/** The tools that the official conformance suite calls. */
import { defineTool, type Tool, type ToolContent } from 'andiron'
import { picture, sound, text } from './content.ts'
import { IntendedError, NeedsSession } from './errors.ts'

const NOTHING = { type: 'object', properties: {} } as const
const taking = (argument: string) => ({
  type: 'object',
  required: [argument],
  properties: { [argument]: { type: 'string' } },
})

function fixture(name: string, content: () => readonly ToolContent[], input: object = NOTHING): Tool {
  return defineTool({
    ...{ name, input, title: `Fixture: ${name}`, description: 'For the conformance suite.' },
    annotations: { readOnlyHint: true },
    run: async () => ({ structuredContent: {}, content: content(), records: [] }),
  })
}

const asking = (name: string, input?: object) =>
  fixture(
    name,
    () => {
      throw new NeedsSession()
    },
    input,
  )

const embedded = (uri: string, mimeType: string, content: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: content } }) as const

/** Keywords of a later draft of JSON Schema, which must reach the client unchanged. */
const LATER_DRAFT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}

const ofInput = (name: string) => `input_required_result_${name}`

export const tools: readonly Tool[] = [
  fixture('test_simple_text', () => [text('This is a simple text response for testing.')]),
  fixture('test_image_content', () => [picture]),
  fixture('test_audio_content', () => [sound]),
  fixture('test_embedded_resource', () => [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]),
  fixture('test_multiple_content_types', () => [
    text('Multiple content types test:'),
    picture,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  fixture('test_error_handling', () => {
    throw new IntendedError()
  }),
  fixture('json_schema_2020_12_tool', () => [text('It has reached you.')], LATER_DRAFT),
  asking('test_tool_with_logging'),
  asking('test_tool_with_progress'),
  asking('test_sampling', taking('prompt')),
  asking('test_elicitation', taking('message')),
  asking('test_elicitation_sep1034_defaults'),
  asking('test_elicitation_sep1330_enums'),
  // Of the newer era: `diagnosed.ts` answers them.
  ...[
    ...['missing_capability', 'streaming_elicitation', 'logging_tool'],
    ...['elicitation', 'sampling', 'list_roots', 'request_state', 'tampered_state', 'multiple_inputs'].map(
      ofInput,
    ),
    ...['multi_round', 'capabilities'].map(ofInput),
  ].map(name => asking(`test_${name}`)),
]
