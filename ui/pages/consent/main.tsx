/** The page `/consent`: a person decides if a program may read on their behalf. */
import './consent.css'
import { words } from '../shell/language/page-texts.ts'
import { signinIn } from '../shell/loading/first-requests.ts'
import { showPage } from '../shell/show-page.tsx'
import { windowTitle } from '../shell/theme.tsx'
import { consent } from '../texts/consent.ts'
import { problems } from '../texts/problems.ts'
import { prompts } from '../texts/prompts.ts'
import { Consent, Ended, open } from './consent.tsx'

const page = document.getElementById('page')
const id = signinIn(location.hash)
if (page)
  void showPage(page, {
    texts: { first: consent, later: [prompts, problems] },
    title: () => windowTitle(words.letProgramRead),
    draw: open(id).then(scene => () => <Consent {...{ id, scene }} />),
    failed: why => <Ended why={why} />,
  })
