/** Opens a questionnaire for the components inside it. */
'use client'

import { type ReactNode, useEffect, useId, useMemo, useReducer, useRef, useState } from 'react'
import { checkWith, FIRST_RULES } from '../../fhir/form/check.ts'
import { LiveForm } from '../../fhir/form/live-form.ts'
import type { AnyQuestionnaire } from '../../fhir/form/types.ts'
import type { FindResource, SearchCodes } from '../../fhir/model/engines.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import type { FhirVersion } from '../../fhir/model/version.ts'
import { text } from '../../fhir/values/unchecked-json.ts'
import type { ClassNames, Components } from './appearance.ts'
import type { DraftStore } from './draft.ts'
import { decideIfLoaded, loadDecide } from './lazy-controls.tsx'
import { type Session, SessionContext, type UploadFile } from './session.ts'
import { englishFirst, type Strings } from './strings.ts'

export interface QuestionnaireProviderProps {
  /** Of R4, R4B, R5, or a mix of them. */
  readonly questionnaire: AnyQuestionnaire
  /** The `_id` that responses refer to. @default questionnaire.id */
  readonly questionnaireId?: string
  /**
   * `false` lists the answered questions without their groups; for a nested form such a response is invalid.
   * @default true
   */
  readonly useNestedStructure?: boolean
  /** Answers given earlier; read once. */
  readonly initialResponse?: object | undefined
  /** Shows the answers read-only. */
  readonly readOnly?: boolean
  /** Language of the reader, `de-AT`. @default the questionnaire's */
  readonly lang?: string
  /** Texts that replace those of the language. @default those that `loadStrings` has for `lang` */
  readonly strings?: Partial<Strings>
  readonly uploadFile?: UploadFile | undefined
  /** Finds value sets that the form refers to but does not contain. */
  readonly valueSets?: FindResource
  /**
   * Searches value sets that the form does not contain and `valueSets` does not find: the URL of a gateway's FHIR
   * API, `https://gateway.example/fhir`, or a function that asks another server. Without it, such questions are
   * text fields.
   */
  readonly searchCodes?: string | SearchCodes | undefined
  /** Saves answers to continue later. They are health data: nothing is saved without this. */
  readonly draft?: DraftStore
  /** Class names beside those of the style sheet. */
  readonly classNames?: ClassNames
  /** Components in place of, or around, those of the form. */
  readonly components?: Components
  /** The dialect in which the gateway validates forms. @default 'mix' */
  readonly fhirVersion?: FhirVersion
  /** Called with the response after every answer. */
  readonly onChange?: (response: LiveForm['response']) => void
  readonly children?: ReactNode
}

const NONE = {}

const RTL = /^(?:ar|dv|fa|he|ku|ps|ug|ur|yi)\b/

/**
 * Holds the state of one form for the components inside it.
 * @example
 * ```tsx
 * <QuestionnaireProvider questionnaire={form} questionnaireId={id}>
 *   <QuestionnaireForm onSubmit={response => submitData(Schemas.QuestionnaireResponse, response)} />
 * </QuestionnaireProvider>
 * ```
 */
export function QuestionnaireProvider(props: QuestionnaireProviderProps) {
  const { questionnaire, questionnaireId = questionnaire.id, readOnly = false, uploadFile } = props
  if (!questionnaireId) {
    throw new Error('QuestionnaireProvider needs a questionnaireId.')
  }
  const prefix = useId()
  const lang = props.lang ?? text(questionnaire.language)
  const live = useLiveForm(props, questionnaireId, lang)
  const [debug, toggleDebug] = useReducer((on: boolean) => !on, false)
  const [said, say] = useState('')
  const [loaded, learn] = useState<Partial<Strings>>()
  const strings = props.strings ?? loaded
  const attended = useMemo<Session>(
    () => ({
      say,
      classNames: NONE,
      components: NONE,
      debug: false,
      toggleDebug,
      live,
      questionnaireId,
      prefix,
      lang,
      readOnly,
      uploadFile,
      strings: { ...englishFirst, ...strings },
    }),
    [live, questionnaireId, prefix, lang, readOnly, uploadFile, strings],
  )
  const { classNames = NONE, components = NONE } = props
  const session = useMemo(
    () => ({ ...attended, debug, classNames, components }),
    [attended, debug, classNames, components],
  )
  const onChange = useRef(props.onChange)
  useEffect(() => {
    onChange.current = props.onChange
  })
  const draft = readOnly ? undefined : props.draft
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    const { live } = attended
    const drawn = live.response
    const isGated = live.walk.decide === undefined && live.form.all.some(({ gated }) => gated)
    // Needed to answer the form, not to draw it.
    live.ready = Promise.all([import('./deferred-rules.ts'), isGated ? loadDecide() : undefined])
      .then(([{ attend, completed }, decide]) => {
        if (gone) return
        const isUntouched = live.response === drawn
        if (decide) live.decideBy(decide)
        const learned = props.strings === undefined ? learn : undefined
        end = attend(attended, draft, onChange, learned, isUntouched ? live.response : drawn)
        return completed(live)
      })
      .finally(() => {
        if (!gone) live.ready = undefined
      })
    return () => {
      gone = true
      end?.()
    }
  }, [attended, draft, props.strings])
  return (
    <SessionContext.Provider value={session}>
      <div className="wq-root" lang={lang} dir={lang && (RTL.test(lang) ? 'rtl' : 'ltr')}>
        {props.children}
        <div className="wq-visually-hidden" role="status">
          {said}
        </div>
      </div>
    </SessionContext.Provider>
  )
}

/** The live form. Answers are kept if the same questionnaire arrives as a new object. */
function useLiveForm(props: QuestionnaireProviderProps, id: string, language: string | undefined): LiveForm {
  const { questionnaire, useNestedStructure: nested = true, fhirVersion = 'mix' } = props
  const open = (response: unknown) => {
    const form = readForm(questionnaire, fhirVersion, {
      valueSets: props.valueSets,
      searchCodes: props.searchCodes,
    })
    const options = { questionnaire: id, nested, language, response, decide: decideIfLoaded() }
    return { questionnaire, id, language, live: new LiveForm(form, checkWith(FIRST_RULES, form), options) }
  }
  const [opened, setOpened] = useState(() => open(props.initialResponse))
  if (opened.questionnaire === questionnaire && opened.id === id && opened.language === language)
    return opened.live
  const next = open(opened.id === id ? opened.live.draft : props.initialResponse)
  setOpened(next)
  return next.live
}
