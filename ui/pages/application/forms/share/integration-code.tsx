/** Code for integrators of a published form, in five languages, to copy. */
import { useState } from 'react'
import { words } from '../../../shell/language/page-texts.ts'
import { Segments } from '../../../shell/segments.tsx'
import { CodeBlock } from '../../code-block.tsx'
import curl from './examples/curl.example.sh?raw'
import messages from './examples/messages.example.html?raw'
import python from './examples/python.example.py?raw'
import react from './examples/react.example.tsx?raw'
import sdk from './examples/sdk.example.ts?raw'

export interface CodeProps {
  readonly apiBaseUrl: string
  readonly applicationId: string
  readonly id: string
  /** Code that opens the wallet is shown only if there is one. */
  readonly hasWallet: boolean
  onCopy(part: string, text: string): void
}

const EXAMPLES = [
  {
    name: 'React',
    does: 'reactDoes',
    text: react,
    opensWallet: true,
  },
  {
    name: 'windowMessages',
    does: 'messagesDo',
    text: messages,
    opensWallet: true,
  },
  {
    name: 'SDK',
    does: 'sdkDoes',
    text: sdk,
    opensWallet: false,
  },
  {
    name: 'curl',
    does: 'curlDoes',
    text: curl,
    opensWallet: false,
  },
  {
    name: 'Python',
    does: 'pythonDoes',
    text: python,
    opensWallet: false,
  },
] as const

export function Code({ apiBaseUrl, applicationId, id, hasWallet, onCopy }: CodeProps) {
  const examples = EXAMPLES.filter(({ opensWallet }) => hasWallet || !opensWallet)
  const [chosen, setChosen] = useState<string>()
  const example = examples.find(({ name }) => name === chosen) ?? examples[0]
  if (example === undefined) return null
  // The adjacent files, which tests compile or run, adapted to this form.
  const text = example.text
    .replaceAll('https://gateway.example', apiBaseUrl)
    .replaceAll('application-id', applicationId)
    .replaceAll('questionnaire-id', id)
  return (
    <>
      <h3>{words.code}</h3>
      <Segments
        legend={words.codeLanguage}
        options={examples.map(({ name }) => [name, name === 'windowMessages' ? words.windowMessages : name])}
        chosen={example.name}
        onChoose={setChosen}
      />
      <p>{words[example.does]}</p>
      <CodeBlock text={text} onCopy={() => onCopy('code', text)} />
    </>
  )
}
