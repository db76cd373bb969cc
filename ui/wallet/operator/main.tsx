/** The page `/operator`: the state of this gateway. */
import './operator.css'
import { words } from '../language.ts'
import { showPage } from '../page.tsx'
import { operator } from '../texts/operator.ts'
import { serviceName } from '../theme.tsx'
import { Operator } from './operator.tsx'

const page = document.getElementById('page')
if (page)
  void showPage(page, {
    texts: { first: operator },
    title: () => `${words.operatorTitle} · ${serviceName()}`,
    draw: () => <Operator />,
  })
