/** The text of a form: read from the service, validated while it is edited, and published. */
import { useCallback, useEffect, useState } from 'react'
import type { Application } from '../../../../sdk/applications.ts'
import { AndironError } from '../../../../sdk/errors.ts'
import type { StorageKeyPair } from '../../../../sdk/key-pair.ts'
import {
  fetchQuestionnaire,
  registerQuestionnaire,
  type StoredQuestionnaire,
  updateQuestionnaire,
} from '../../../../sdk/questionnaires.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { Said, type Step, useStep } from '../../../shell/run-action.ts'
import type { Scene } from '../../page-context.ts'
import { formHref } from '../../page-location.ts'
import { authorText } from './author-text.ts'
import type { EditorHandle } from './editor.tsx'
import { type Finding, placed, refuses } from './finding.ts'
import { readFormText } from './form-text.ts'
import { type Checked, useChecked } from './text-check.ts'

export interface Author {
  readonly scene: Scene
  readonly application: Application
  readonly keyPair: StorageKeyPair
}

/** The gateway's findings in a text. */
interface Refusal {
  readonly text: string
  readonly findings: readonly Finding[]
}

export interface Publication {
  /** The form as it was last published; `undefined` while it is read, and for a new one. */
  readonly stored: StoredQuestionnaire | undefined
  readonly text: string
  setText(text: string): void
  /** The result of the last validation on this page. */
  readonly checked: Checked
  /** Those of the gateway if it refused this text, those of the page otherwise. */
  readonly findings: readonly Finding[]
  /** Reading or publishing. */
  readonly step: Step
  /** The result of the last action. */
  readonly done: string
  /** Publishes the text, unless something in it is refused: the editor then shows the place. */
  publish(editor: EditorHandle | null): Promise<void>
}

/** @param id - `_id` of a published form; absent for a new one */
export function usePublication({ scene, application, keyPair }: Author, id: string | undefined): Publication {
  const { environment } = scene
  const { applicationId } = application
  const [stored, setStored] = useState<StoredQuestionnaire>()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<Refusal>()
  const [done, setDone] = useState('')
  const checked = useChecked(text)
  const step = useStep()

  const show = useCallback((questionnaire: StoredQuestionnaire) => {
    setStored(questionnaire)
    setText(authorText(questionnaire))
  }, [])
  const { run } = step
  useEffect(() => {
    if (id === undefined) return
    void run(words.loadingForm, async () =>
      // A translation is not published in place of its original.
      show(await fetchQuestionnaire(id, environment, { language: '*' })),
    )
  }, [id, environment, run, show])

  async function send(resource: object): Promise<void> {
    const options = { applicationId }
    if (id === undefined) {
      const { _id } = await registerQuestionnaire(keyPair, resource, environment, options)
      location.hash = formHref(applicationId, _id, 'share')
    } else {
      show((await updateQuestionnaire(keyPair, id, resource, environment, options)) as StoredQuestionnaire)
      setDone(words.revisionPublished)
    }
  }

  const publish = (editor: EditorHandle | null) =>
    run(words.publishing, async () => {
      setDone('')
      if (text.trim() === '') {
        editor?.focus()
        throw new Said(() => words.pasteFirst)
      }
      // The gateway may decide otherwise when the same text is sent again: only local findings block it.
      const wrong = checked.text === text ? checked.findings.filter(refuses) : []
      if (wrong.length > 0) {
        editor?.jump(wrong[0])
        throw new Said(() => words.fixFirst({ errors: words.manyErrors({ many: wrong.length }) }))
      }
      const form = readFormText(text)
      if (form.flaws.length > 0) throw new Said(() => words.notPublishedJson)
      try {
        await send(form.value as object)
      } catch (error) {
        const issues = error instanceof AndironError ? error.issues : undefined
        if (issues) setRefusal({ text, findings: placed(issues, form) })
        throw error
      }
    })

  // The gateway's findings apply only to the text that was sent.
  const findings = refusal?.text === text ? refusal.findings : checked.findings
  return { stored, text, setText, checked, findings, step, done, publish }
}
