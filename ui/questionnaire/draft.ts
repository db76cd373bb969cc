/** Saves answers as drafts to continue later. */
import type { LiveForm } from '../../fhir/form/live-form.ts'
import { signatureIn } from '../../fhir/form/load-response.ts'
import type { QuestionnaireResponse } from '../../fhir/form/types.ts'
import { objects, text } from '../../fhir/values/unchecked-json.ts'
import { withPages } from './page-strings.ts'
import type { Session } from './session.ts'
import { signature } from './strings/en-signature.ts'
import { isInWordsOf } from './wording.ts'

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

/** Forms whose draft was asked for. */
const restored = new WeakSet<LiveForm>()
/** Those of them that would still take the draft: it has not come, and the person has answered nothing. */
const awaited = new WeakSet<LiveForm>()

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
  const { live } = session
  const key = draftKeyOf(session)
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = restored.has(live) ? live.response : drawn
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    // Nothing replaces a draft that is on its way but the answers of the person.
    if (awaited.has(live)) return
    if (live.response !== last) void draft.save(key, draftOf(live))
    last = live.response
  }
  const pause = () => {
    clearTimeout(timer)
    timer = setTimeout(save, PAUSE)
  }
  if (!restored.has(live))
    void restore(session, draft, drawn).then(loaded => {
      // Answers that no longer fit the form stay in the store until the person changes something.
      last = loaded ?? last
    })
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

/** Loads the draft, unless the person begins to answer before it comes; returns the response with it. */
async function restore(
  session: Session,
  draft: DraftStore,
  drawn: LiveForm['response'],
): Promise<LiveForm['response'] | undefined> {
  const { live, say, strings } = session
  if (live.response === drawn) awaited.add(live)
  let last = drawn
  const stop = live.audience.listen(() => {
    if (live.response === last) return
    last = live.response
    if (live.isComputing) return
    awaited.delete(live)
    stop()
  })
  let response: QuestionnaireResponse | undefined
  try {
    response = await draft.load(draftKeyOf(session))
  } catch {
    // Only answers of the person replace what could not be read.
    return undefined
  }
  stop()
  if (!awaited.delete(live) || response === undefined) return undefined
  const outdated = hasSignatures(response) ? outdatedBy(response, session) : undefined
  live.load(outdated === undefined ? response : withoutSignatures(response))
  const { restored } = withPages(strings)
  say(outdated === undefined ? restored : `${restored} ${strings[outdated] ?? signature[outdated]}`)
  return live.response
}

/** Names the form that the signatures of a draft are for: a form may change without another version. */
const FORM = 'urn:andiron:signed-form'

function draftOf(live: LiveForm): QuestionnaireResponse {
  const { draft } = live
  if (!hasSignatures(draft)) return draft
  const { extension = [] } = draft
  return { ...draft, extension: [...extension, { url: FORM, valueString: fingerprint(live) }] }
}

/** The text that says why the signatures of a draft no longer stand; undefined if they do. */
function outdatedBy(response: QuestionnaireResponse, { live, lang }: Session) {
  const extensions = objects<{ url: unknown; valueString: unknown }>(response.extension)
  if (extensions.find(({ url }) => url === FORM)?.valueString !== fingerprint(live)) return 'unsignedForm'
  return isInWordsOf(live.form, text(response.language), lang) ? undefined : 'unsignedLanguage'
}

const isSignature = (key: string, value: unknown) =>
  key === 'extension' && signatureIn(value).extension !== undefined

function hasSignatures(response: QuestionnaireResponse): boolean {
  let found = false
  JSON.stringify(response, (key, value) => {
    found ||= isSignature(key, value)
    return value
  })
  return found
}

const withoutSignatures = (response: QuestionnaireResponse): QuestionnaireResponse =>
  JSON.parse(JSON.stringify(response, (key, value) => (isSignature(key, value) ? undefined : value)))

/** FNV-1a of the form: it tells revisions apart, and is no proof. */
function fingerprint({ form }: LiveForm): string {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(form.raw))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16)
}
