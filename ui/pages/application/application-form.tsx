/** The form to register or change an application. Each error is shown at its field. */
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ApplicationDescription } from '../../sdk/applications.ts'
import { words } from '../shell/language/page-texts.ts'
import type { Step } from '../shell/run-action.ts'
import { type FieldErrors, MOST_URLS, refusedFields, wrongIn } from './application-fields.ts'
import { Field } from './field.tsx'

export interface ApplicationFormProps {
  /** The current application; absent for a new one. */
  readonly application?: ApplicationDescription
  readonly step: Step
  readonly doing: string
  readonly submit: string
  /** Submits the description; errors are shown, at their field if they have one. */
  readonly onSubmit: (description: ApplicationDescription) => Promise<void>
}

export function ApplicationForm({ application, step, doing, submit, onSubmit }: ApplicationFormProps) {
  const [applicationId, setId] = useState(application?.applicationId ?? '')
  const [name, setName] = useState(application?.name ?? '')
  const [callbackUrls, setUrls] = useState<readonly string[]>(application?.callbackUrls ?? [''])
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const next = useRef<number>(undefined)

  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  // After adding an address, focus its field; after removing one, keep the position.
  useLayoutEffect(() => {
    if (next.current === undefined) return
    form.current?.querySelectorAll<HTMLElement>('[inputmode=url]')[next.current]?.focus()
    next.current = undefined
  })
  const changeUrls = (urls: readonly string[], focused: number) => {
    next.current = focused
    setUrls(urls)
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    // Ignore empty addresses.
    const urls = callbackUrls.map(url => url.trim()).filter(url => url !== '')
    const description = { applicationId: applicationId.trim(), name: name.trim(), callbackUrls: urls }
    setUrls(urls.length > 0 ? urls : [''])
    const wrong = wrongIn(description)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    void step.run(doing, async () => {
      try {
        await onSubmit(description)
      } catch (error) {
        const refused = refusedFields(error)
        setErrors(refused)
        if (Object.keys(refused).length === 0) throw error
      }
    })
  }

  return (
    <form ref={form} noValidate onSubmit={send}>
      {application === undefined && (
        <Field
          label={words.applicationId}
          help={words.applicationIdAbout}
          error={errors['applicationId']}
          value={applicationId}
          onChange={setId}
          required
        />
      )}
      <Field
        label={words.name}
        help={words.nameSeen}
        error={errors['name']}
        value={name}
        onChange={setName}
        required
      />
      {callbackUrls.map((url, index) => (
        <Field
          key={index}
          label={words.callbackUrl({ at: index + 1 })}
          help={index === 0 && words.callbackAbout}
          error={errors[`callbackUrls[${index}]`]}
          type="url"
          value={url}
          onChange={changed => setUrls(callbackUrls.with(index, changed))}
        >
          {callbackUrls.length > 1 && (
            <button
              type="button"
              className="wq-button"
              aria-label={words.removeCallback({ at: index + 1 })}
              onClick={() => changeUrls(callbackUrls.toSpliced(index, 1), Math.max(0, index - 1))}
            >
              {words.remove}
            </button>
          )}
        </Field>
      ))}
      <div className="wq-buttons">
        {callbackUrls.length < MOST_URLS && (
          <button
            type="button"
            className="wq-button"
            onClick={() => changeUrls([...callbackUrls, ''], callbackUrls.length)}
          >
            {words.addCallback}
          </button>
        )}
        <button type="submit" className="wq-button wq-primary" aria-disabled={step.doing !== ''}>
          {submit}
        </button>
      </div>
    </form>
  )
}
