/** The page `/operator`: the state of this gateway. */
import './operator.css'
import { words } from '../shell/language/page-texts.ts'
import { showPage } from '../shell/show-page.tsx'
import { serviceName } from '../shell/theme.tsx'
import { operator } from '../texts/operator.ts'
import { Operator } from './operator.tsx'

const page = document.getElementById('page')
if (page)
  void showPage(page, {
    texts: { first: operator },
    title: () => `${words.operatorTitle} · ${serviceName()}`,
    draw: () => <Operator />,
  })
