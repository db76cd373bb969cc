/** The questions about the answers to the forms of an application: asked, kept under names, and removed. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Form } from '../../../../fhir/model/form-tree.ts'
import { readForm } from '../../../../fhir/model/read-form.ts'
import {
  type AggregateBudget,
  type Aggregation,
  aggregate,
  deleteQuery,
  listQueries,
  type NamedQuery,
  readAggregateBudget,
  runQuery,
  saveQuery,
} from '../../../sdk/aggregations.ts'
import { AndironError } from '../../../sdk/errors.ts'
import {
  fetchQuestionnaire,
  listQuestionnaires,
  type PublishedQuestionnaire,
} from '../../../sdk/questionnaires.ts'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Said, useStep } from '../../shell/run-action.ts'
import { usePlace } from '../page-location.ts'
import { type Draft, draftFor } from './insight-draft.ts'
import type { Asked } from './insight-result.tsx'
import type { InsightsProps } from './insights.tsx'

/** A form that questions are asked about. */
export interface Opened {
  readonly id: string
  readonly form: Form
  /** Absent if the service does not count answers. */
  readonly budget: AggregateBudget | undefined
}

export type Questions = ReturnType<typeof useQuestions>

export function useQuestions({ scene: { environment }, applicationId, keyPair }: InsightsProps) {
  const { about } = usePlace()
  const step = useStep()
  const [forms, setForms] = useState<readonly PublishedQuestionnaire[]>()
  const [kept, setKept] = useState<readonly NamedQuery[]>([])
  const [opened, setOpened] = useState<Opened>()
  const [draft, setDraft] = useState<Draft>()
  const [asked, setAsked] = useState<Asked>()
  const [done, setDone] = useState('')
  const options = useMemo(() => ({ applicationId }), [applicationId])
  const { run } = step

  const open = useCallback(
    async (id: string): Promise<Opened> => {
      const [stored, budget] = await Promise.all([
        fetchQuestionnaire(id, environment),
        readAggregateBudget(keyPair, id, environment, options).catch(() => undefined),
      ])
      const found = { id, form: readForm(stored, 'mix'), budget }
      setOpened(found)
      return found
    },
    [environment, keyPair, options],
  )
  const show = useCallback(
    async (id: string) => {
      const { form } = await open(id)
      setDraft(draftFor(form))
      setAsked(undefined)
    },
    [open],
  )
  const loadKept = useCallback(
    async () => setKept(await listQueries(keyPair, environment, options)),
    [keyPair, environment, options],
  )
  useEffect(() => {
    void run(words.moment, async () => {
      const [listed] = await Promise.all([listQuestionnaires(keyPair, environment, options), loadKept()])
      setForms(listed)
      const first = listed.find(({ _id }) => _id === about) ?? listed[0]
      if (first) await show(first._id)
    })
  }, [keyPair, environment, options, about, run, show, loadKept])

  /** Asks, and reads the budget again. */
  const ask = (id: string, question: (form: Form) => Promise<Omit<Asked, 'form'>>) =>
    run(words.counting, async () => {
      setDone('')
      const { form } = opened?.id === id ? opened : await open(id)
      if (opened?.id !== id) setDraft(draftFor(form))
      try {
        setAsked({ form, ...(await question(form)) })
      } catch (error) {
        throw spentOf(error)
      } finally {
        // Reads the rest of the budget.
        await open(id).catch(() => {})
      }
    })
  const askDraft = (query: Aggregation) =>
    opened &&
    ask(opened.id, async () => ({
      query,
      answer: await aggregate(keyPair, opened.id, query, environment, options),
    }))
  const askKept = ({ name, etag: _, questionnaire, title = name, ...query }: NamedQuery) =>
    ask(questionnaire, async () => ({
      ...{ query, title },
      answer: await runQuery(keyPair, name, questionnaire, environment, options),
    }))

  const keep = (title: string) =>
    run(words.keeping, async () => {
      if (!asked || !opened) return
      setDone('')
      const query = { ...asked.query, questionnaire: opened.id, title }
      const name = nameFrom(title)
      await saveQuery(keyPair, name, query, environment, { ...options, isNew: true }).catch(error => {
        throw unkeptOf(error)
      })
      await loadKept()
      setAsked({ ...asked, title })
      setDone(words.keptDone)
    })
  const remove = ({ name, questionnaire }: NamedQuery) =>
    run(words.removing, async () => {
      setDone('')
      await deleteQuery(keyPair, name, questionnaire, environment, options)
      await loadKept()
      setDone(words.removedKept)
    })

  return { step, forms, kept, opened, draft, asked, done, setDraft, show, askDraft, askKept, keep, remove }
}

/** A name of the service for a title: its Latin letters and digits, or a random one. */
const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || `question-${crypto.randomUUID().slice(0, 8)}`

/** The reason why a question is not kept, in words. */
function unkeptOf(error: unknown): unknown {
  const code = error instanceof AndironError ? error.code : undefined
  if (code === 'AND_QUERY_CHANGED') return new Said(() => words.keptAlready, { cause: error })
  return code === 'AND_TOO_MANY_QUERIES' ? new Said(() => words.keptTooMany, { cause: error }) : error
}

/** The refusal of a spent budget in words, with the time from which it suffices. */
function spentOf(error: unknown): unknown {
  if (!(error instanceof AndironError) || error.code !== 'AND_QUESTIONS_SPENT') return error
  const [again] = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/.exec(error.message) ?? []
  return new Said(() => words.budgetSpent({ date: dateOf(again) }), { cause: error })
}
