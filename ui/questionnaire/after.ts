/** What is loaded after a form is drawn: the rules about answers, the engines it asks for, its draft, and its announcements. */
import { answeringRules } from '../../fhir/form/answering.ts'
import { checkWith } from '../../fhir/form/check.ts'
import type { LiveForm } from '../../fhir/form/live.ts'
import { asksForExpressions, asksForUnits } from '../../fhir/form/needs.ts'
import type { DraftStore } from './draft.ts'
import type { Session } from './session.ts'

/** The forms whose rules are there, or on their way. */
const complete = new WeakSet<LiveForm>()

/** Attends a form while it is shown; returns how to end that. */
export function attend(
  session: Session,
  draft: DraftStore | undefined,
  onChange: { readonly current: ((response: LiveForm['response']) => void) | undefined },
): () => void {
  const { live, say, strings } = session
  if (!complete.has(live)) {
    complete.add(live)
    void completeRules(live)
  }
  const silence = live.onShown(many => say(many > 0 ? strings.shown(many) : strings.hidden(-many)))
  let last = live.response
  const stop = live.audience.listen(() => {
    if (live.response === last) return
    last = live.response
    onChange.current?.(last)
  })
  let end: (() => void) | undefined
  let gone = false
  if (draft !== undefined) {
    void import('./draft.ts').then(({ keepDraft }) => {
      if (!gone) end = keepDraft(session, draft)
    })
  }
  return () => {
    gone = true
    silence()
    stop()
    end?.()
  }
}

/** Brings in the rules, then the engines of units and expressions where the form has some. */
async function completeRules(live: LiveForm): Promise<void> {
  const { form } = live
  live.check = checkWith(await answeringRules(form), form)
  const [convertUnit, expressions] = await Promise.all([
    asksForUnits(form) ? import('../../fhir/load-ucum.ts').then(({ loadUcum }) => loadUcum()) : undefined,
    asksForExpressions(form) ? import('./expressions.ts') : undefined,
  ])
  live.equip({ convertUnit })
  await expressions?.runExpressions(live)
}
