/** The page `/wallet-external`: the wallet, as applications open it. */
import type { ReactNode } from 'react'
import './frame.css'
import { Quoting } from '../failure.tsx'
import { Heading } from '../heading.tsx'
import { words } from '../language.ts'
import { type Draw, showPage } from '../page.tsx'
import { Service } from '../service.tsx'
import { sentenceOf } from '../step.ts'
import { frame } from '../texts/frame.ts'
import { problems } from '../texts/problems.ts'
import { prompts } from '../texts/prompts.ts'
import { windowTitle } from '../theme.tsx'
import { handOverHere } from './hand-over.ts'
import { Key, openKey } from './key.tsx'
import { openFrame } from './open.ts'
import { RequestQueueView } from './request-queue-view.tsx'

const Unopened = ({ why }: { readonly why: unknown }): ReactNode => (
  <div className="screen">
    <Service />
    <Heading>{words.cannotOpen}</Heading>
    <p role="alert">
      <Quoting text={sentenceOf(why)} />
    </p>
    <p>{words.nothingLearned}</p>
  </div>
)

const page = document.getElementById('page')
if (page) {
  // A frame is as high as its content, a window shows the answers at its end.
  page.classList.toggle('framed', window.parent !== window)
  const handOver = handOverHere()
  // Opened while the texts are loaded.
  const opened: Promise<Draw> = handOver
    ? openKey(handOver).then(key => () => <Key {...key} />)
    : openFrame(new URL(location.href)).then(frame => () => <RequestQueueView frame={frame} />)
  void showPage(page, {
    texts: { first: frame, later: [prompts, problems] },
    ...(handOver && { language: handOver.language }),
    title: () => windowTitle(words.walletTitle),
    draw: opened,
    failed: why => <Unopened why={why} />,
  })
}
