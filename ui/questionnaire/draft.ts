/** Answers that are kept to go on later. */
import type { QuestionnaireResponse } from '../../fhir/form/types.ts'
import { text } from '../../fhir/shape.ts'
import type { Session } from './session.ts'

/** Which draft: of which form, in which version. */
export interface DraftKey {
  readonly questionnaireId: string
  readonly version: string | undefined
}

/** Where drafts are kept. They hold health data: encrypt them, or keep them where nobody else comes. */
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

/** Loads the draft once, and saves it whenever the person pauses or leaves. Returns how to end that. */
export function keepDraft(session: Session, draft: DraftStore): () => void {
  const { live, say, strings } = session
  const key = draftKeyOf(session)
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = live.response
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    if (live.response !== last) void draft.save(key, live.draft)
    last = live.response
  }
  const restore = async () => {
    const response = await draft.load(key)
    // Who has begun to answer in the meantime keeps what was answered.
    if (response === undefined || live.response !== last) return
    live.load(response)
    last = live.response
    say(strings.restored)
  }
  void restore()
  const stop = live.audience.listen(() => {
    clearTimeout(timer)
    timer = setTimeout(save, PAUSE)
  })
  addEventListener('pagehide', save)
  return () => {
    if (timer !== undefined) save()
    stop()
    removeEventListener('pagehide', save)
  }
}
