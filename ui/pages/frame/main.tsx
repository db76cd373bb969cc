/** The page `/wallet-external`: the wallet, as applications open it. */
import type { ReactNode } from 'react'
import './frame.css'
import { Quoting } from '../shell/failure.tsx'
import { Heading } from '../shell/heading.tsx'
import { words } from '../shell/language/page-texts.ts'
import { sentenceOf } from '../shell/run-action.ts'
import { Service } from '../shell/service-host.tsx'
import { type Draw, showPage } from '../shell/show-page.tsx'
import { windowTitle } from '../shell/theme.tsx'
import { frame } from '../texts/frame.ts'
import { problems } from '../texts/problems.ts'
import { prompts } from '../texts/prompts.ts'
import { handOverHere } from './hand-over.ts'
import { Key, openKey } from './key-window.tsx'
import { openFrame } from './open-frame.ts'
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
