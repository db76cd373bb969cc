/** Code that is loaded after a form is drawn: answer rules, engines, the draft, and announcements. */
import type { LiveForm } from '../../fhir/form/live-form.ts'
import { asksForDrawing, asksForSignatures } from '../../fhir/form/needed-engines.ts'
import { completeRules } from './complete-rules.ts'
import type { DraftStore } from './draft.ts'
import { loadStrings } from './load-strings.ts'
import { withPages } from './page-strings.ts'
import type { Session } from './session.ts'
import type { Strings } from './strings.ts'

/** Forms whose rules are loaded or loading. */
const complete = new WeakMap<LiveForm, Promise<void>>()

/** Resolves when a form that is attended has its rules and all that draws it. */
export const completed = (live: LiveForm): Promise<void> | undefined => complete.get(live)

/**
 * Attaches to a form while it is mounted; returns a function that detaches.
 * @param drawn - the response with which the form was drawn
 * @param learn - takes the texts of the reader's language, unless the application gives its own
 */
export function attend(
  session: Session,
  draft: DraftStore | undefined,
  onChange: { readonly current: ((response: LiveForm['response']) => void) | undefined },
  learn: ((strings: Partial<Strings>) => void) | undefined,
  drawn: LiveForm['response'],
): () => void {
  const { live, say, lang, readOnly } = session
  const strings = withPages(session.strings)
  let end: (() => void) | undefined
  let gone = false
  const drafting =
    draft &&
    import('./draft.ts').then(({ keepDraft }) => {
      if (!gone) end = keepDraft(session, draft, drawn)
    })
  if (!complete.has(live)) {
    // Until a draft is kept, only the person changes answers: what they typed before is not replaced by a draft.
    const rules = Promise.resolve(drafting).then(() => completeRules(live, readOnly))
    complete.set(
      live,
      // Answers that were read before all rules were there may be wrong.
      Promise.all([completeDrawing(session, drafting), rules]).then(() => live.audience.tell()),
    )
  }
  const silence = live.onShown(many => say(many > 0 ? strings.shown(many) : strings.hidden(-many)))
  let last = live.response
  const stop = live.audience.listen(() => {
    if (live.response === last) return
    last = live.response
    onChange.current?.(last)
  })
  if (learn !== undefined && lang !== undefined)
    void loadStrings(lang).then(loaded => {
      if (!gone && loaded !== undefined) learn(loaded)
    })
  return () => {
    gone = true
    silence()
    stop()
    end?.()
  }
}

/** Loads the parts that draw what few forms have, and draws the form again. */
async function completeDrawing(session: Session, drafting: Promise<void> | undefined): Promise<void> {
  const { form } = session.live
  if (!asksForDrawing(form)) return
  const [{ beginDrawing }, signing] = await Promise.all([
    import('./further-drawing.tsx'),
    asksForSignatures(form) ? import('./signature.tsx') : undefined,
  ])
  await beginDrawing(session, signing, drafting)
}
