/** The page `/wallet-external`: the wallet, as applications open it. */
import { createRoot } from 'react-dom/client'
import '../page.css'
import '../decision.css'
import './frame.css'
import { Heading } from '../heading.tsx'
import { Service } from '../service.tsx'
import { sentenceOf } from '../step.ts'
import { handOverHere } from './hand-over.ts'
import { Key, openKey } from './key.tsx'
import { openFrame } from './open.ts'
import { RequestQueueView } from './request-queue-view.tsx'

const page = document.getElementById('page')
if (page) {
  // A frame is as high as its content, a window shows the answers at its end.
  page.classList.toggle('framed', window.parent !== window)
  const root = createRoot(page)
  const handOver = handOverHere()
  const opened = handOver
    ? openKey(handOver).then(key => <Key {...key} />)
    : openFrame(new URL(location.href)).then(frame => <RequestQueueView frame={frame} />)
  opened.then(
    view => root.render(view),
    error =>
      root.render(
        <div className="screen">
          <Service />
          <Heading>The wallet cannot be opened here</Heading>
          <p role="alert">{sentenceOf(error)}.</p>
          <p>Nothing was stored, and the page has learned nothing about you.</p>
        </div>,
      ),
  )
}
