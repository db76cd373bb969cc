/** Saves answers as drafts to continue later. */
import type { QuestionnaireResponse } from '../../fhir/form/types.ts'
import { text } from '../../fhir/shape.ts'
import { withPages } from './page-strings.ts'
import type { Session } from './session.ts'

/** Identifies a draft: the form and its version. */
export interface DraftKey {
  readonly questionnaireId: string
  readonly version: string | undefined
}

/** Storage for drafts. They hold health data: encrypt them, or store them where nobody else has access. */
export interface DraftStore {
  load(key: DraftKey): QuestionnaireResponse | undefined | Promise<QuestionnaireResponse | undefined>
  save(key: DraftKey, response: QuestionnaireResponse): void | Promise<void>
  clear(key: DraftKey): void | Promise<void>
}

/** The draft of a form. */
export const draftKeyOf = ({ questionnaireId, live }: Session): DraftKey => ({
  questionnaireId,
  version: text(live.form.raw.version),
})

const PAUSE = 500

/** Forms whose draft was loaded. */
const restored = new WeakSet<Session['live']>()

/**
 * Loads the draft once, and saves it whenever the person pauses or leaves. Returns a function that stops
 * this.
 * @param drawn - the response with which the form was drawn, before this module was loaded
 */
export function keepDraft(
  session: Session,
  draft: DraftStore,
  drawn: Session['live']['response'],
): () => void {
  const { live, say, strings } = session
  const key = draftKeyOf(session)
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = restored.has(live) ? live.response : drawn
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    if (live.response !== last) void draft.save(key, live.draft)
    last = live.response
  }
  const restore = async () => {
    const response = await draft.load(key)
    // If the person has begun to answer meanwhile, keep these answers.
    if (response === undefined || live.response !== last) return
    live.load(response)
    last = live.response
    say(withPages(strings).restored)
  }
  const pause = () => {
    clearTimeout(timer)
    timer = setTimeout(save, PAUSE)
  }
  if (!restored.has(live)) void restore()
  restored.add(live)
  if (live.response !== last) pause()
  const stop = live.audience.listen(pause)
  addEventListener('pagehide', save)
  return () => {
    if (timer !== undefined) save()
    stop()
    removeEventListener('pagehide', save)
  }
}
