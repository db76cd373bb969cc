/** An adaptive form while it is answered: asks the engine, keeps the answers when it fails, then submits. */
'use client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { QuestionnaireResponse } from '../../../fhir/form/types.ts'
import { textIn } from '../../../fhir/model/translated-text.ts'
import { text } from '../../../fhir/values/unchecked-json.ts'
import { QuestionnaireProvider } from '../provider.tsx'
import type { AdaptiveQuestionnaireProps } from './adaptive-questionnaire.tsx'
import { type Course, courseOf, issuesOf, responseWith } from './course.ts'
import { Steps } from './steps.tsx'
import { useWords } from './words.ts'

/** Milliseconds without an answer of the store of drafts, after which the person may begin without it. */
const PATIENCE = 5_000

/** The form from its first request on. */
export default function QuestionByQuestion(props: AdaptiveQuestionnaireProps) {
  const { questionnaire, questionnaireId = questionnaire.id, initialResponse, draft, ...others } = props
  const { nextQuestion, onSubmit, review = true, look, ...provided } = others
  if (!questionnaireId) throw new Error('AdaptiveQuestionnaire needs a questionnaireId.')
  const [course, setCourse] = useState<Course>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [isLate, setLate] = useState(false)
  const skipsDraft = useRef(false)
  /** True if there was a button, whose focus the form takes. */
  const isReplaced = useRef(false)
  const reached = useRef<Course>(undefined)
  const ending = useRef<AbortController>(undefined)
  const next = useRef(nextQuestion)
  useEffect(() => {
    next.current = nextQuestion
  })
  const lang = provided.lang ?? text(questionnaire.language)
  const words = useWords(lang, provided.strings)
  const version = text(questionnaire.version)

  const ask = useCallback(async (response: QuestionnaireResponse) => {
    const { signal = new AbortController().signal } = ending.current ?? {}
    const answer = await next.current({ ...response, status: 'in-progress' }, { signal })
    signal.throwIfAborted()
    reached.current = courseOf(answer, reached.current)
    setCourse(reached.current)
    return reached.current
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an earlier response is read once; `attempt` asks again.
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      timer = setTimeout(() => {
        isReplaced.current = true
        setLate(true)
      }, PATIENCE)
      try {
        return await draft?.load({ questionnaireId, version })
      } catch {
        // As in every form: only answers of the person replace what could not be read.
        return undefined
      } finally {
        clearTimeout(timer)
        if (!controller.signal.aborted) setLate(false)
      }
    }
    const begin = async () => {
      const first = { resourceType: 'QuestionnaireResponse', questionnaire: questionnaireId } as const
      const fresh = { ...first, status: 'in-progress' } as const
      const saved = initialResponse ?? (skipsDraft.current ? undefined : await load())
      if (controller.signal.aborted) return undefined
      if (saved === undefined) return ask(fresh)
      return ask(saved as QuestionnaireResponse).catch(error => {
        // A response that is refused would keep its person out for ever.
        if (issuesOf(error).length > 0 && !controller.signal.aborted) return ask(fresh)
        throw error
      })
    }
    if (reached.current === undefined) {
      begin().catch(error => {
        if (!controller.signal.aborted) setFailure(issuesOf(error)[0]?.text ?? words.notChosen)
      })
    }
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [questionnaireId, version, attempt])

  /** Drafts hold the whole response: it names the questions. */
  const whole = useMemo(
    () =>
      draft && {
        ...draft,
        load: () => undefined,
        save: (key: Parameters<typeof draft.save>[0], response: QuestionnaireResponse) =>
          reached.current && draft.save(key, responseWith(reached.current, response)),
      },
    [draft],
  )

  if (course === undefined) {
    return (
      <div className="wq-root" lang={lang}>
        <h1 className="wq-title">{textIn(questionnaire, 'title', lang)}</h1>
        {failure === undefined && !isLate ? (
          <p role="status">{words.choosing}</p>
        ) : (
          <>
            <p role="alert">{failure ?? words.draftLate}</p>
            <button
              type="button"
              className="wq-button wq-primary"
              onClick={() => {
                skipsDraft.current ||= failure === undefined
                isReplaced.current = true
                setFailure(undefined)
                setLate(false)
                setAttempt(attempt + 1)
              }}
            >
              {failure === undefined ? words.beginWithout : words.retry}
            </button>
          </>
        )}
      </div>
    )
  }
  const { onChange } = provided
  return (
    <QuestionnaireProvider
      {...provided}
      {...(lang !== undefined && { lang })}
      {...(whole && { draft: whole })}
      {...(onChange && {
        onChange: response => reached.current && onChange(responseWith(reached.current, response)),
      })}
      questionnaire={course.form}
      strings={words}
      questionnaireId={questionnaireId}
      initialResponse={course.response}
    >
      <Steps {...{ course, words, ask, onSubmit, review, look }} focused={isReplaced.current} />
    </QuestionnaireProvider>
  )
}
