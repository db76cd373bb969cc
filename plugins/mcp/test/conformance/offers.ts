/** The resources and prompts that the official conformance suite reads. */
import type { Prompt, Resource, ResourceContent, ToolContent } from 'andiron'
import { PICTURE, picture, text } from './content.ts'

const about = { title: 'Fixture', description: 'For the conformance suite.' } as const

const fixed = (uri: string, name: string, content: Omit<ResourceContent, 'uri'> & object): Resource => ({
  ...{ ...about, uri, name },
  read: async () => ({ contents: [{ uri, ...content } as ResourceContent], records: [] }),
})

export const resources: readonly Resource[] = [
  fixed('test://static-text', 'static-text', {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  } as never),
  fixed('test://static-binary', 'static-binary', { mimeType: 'image/png', blob: PICTURE } as never),
  fixed('test://watched-resource', 'watched-resource', { mimeType: 'text/plain', text: 'Watched.' } as never),
  {
    ...{ ...about, uri: 'test://template/{id}/data', name: 'template' },
    async read({ id = '' }) {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      const uri = `test://template/${encodeURIComponent(id)}/data`
      return { contents: [{ uri, mimeType: 'application/json', text: data }], records: [] }
    },
  },
]

const user = (...contents: readonly ToolContent[]) =>
  contents.map(content => ({ role: 'user' as const, content }))
const needed = (name: string) => ({ name, description: 'A test argument.', required: true })

export const prompts: readonly Prompt[] = [
  {
    ...{ ...about, name: 'test_simple_prompt' },
    messages: () => user(text('This is a simple prompt for testing.')),
  },
  {
    ...{ ...about, name: 'test_prompt_with_arguments', arguments: [needed('arg1'), needed('arg2')] },
    messages: ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    ...{ ...about, name: 'test_prompt_with_embedded_resource', arguments: [needed('resourceUri')] },
    messages: ({ resourceUri: uri = '' }) =>
      user(
        {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        text('Please process the embedded resource above.'),
      ),
  },
  // In the newer era, `diagnosed.ts` answers it.
  { ...{ ...about, name: 'test_input_required_result_prompt' }, messages: () => user(text('No context.')) },
  {
    ...{ ...about, name: 'test_prompt_with_image' },
    messages: () => user(picture, text('Please analyze the image above.')),
  },
]
