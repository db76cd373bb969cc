/** A query in words: its measures, its groups, and its conditions. */
import { Fragment, type ReactNode } from 'react'
import type { Form } from '../../../../fhir/model/form-tree.ts'
import { isQuestion } from '../../../../fhir/model/read-form.ts'
import type { Aggregation } from '../../../sdk/aggregations.ts'
import { dateOf, exactOf, joined } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { drawn } from '../../shell/text-with-elements.tsx'
import { nameOf } from '../forms/results/distribution.tsx'
import { type Condition, valuesOf } from './insight-draft.ts'

export interface InsightSaidProps {
  readonly form: Form
  readonly query: Pick<Partial<Aggregation>, 'measures' | 'groupBy' | 'filter'>
}

export function InsightSaid({
  form,
  query: { measures = [], groupBy, filter },
}: InsightSaidProps): ReactNode {
  const named = (linkId: string) => <Question {...{ form, linkId }} />
  const grouping = typeof groupBy === 'string' ? groupBy : groupBy?.linkId
  const parts: readonly ReactNode[] = [
    ...measures.map(({ op, linkId }) => drawn(words.saidMeasure, { op, question: named(linkId) })),
    ...(grouping === undefined ? [] : [drawn(words.saidGroups, { question: named(grouping) })]),
    ...(filter?.answers ?? []).map(condition =>
      drawn(words.saidCondition, {
        question: named(condition.linkId),
        answers: <bdi>{answersIn(condition, form)}</bdi>,
      }),
    ),
    ...(filter?.authored ?? []).map(authoredIn),
  ]
  return parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <span className="apart"> · </span>}
      {part}
    </Fragment>
  ))
}

/** The text of a question, or a word for one without. */
export const textOf = (form: Form, linkId: string): string =>
  form.index.get(linkId)?.text ?? words.questionUntitled

const Question = ({ form, linkId }: { readonly form: Form; readonly linkId: string }) => (
  <bdi>{textOf(form, linkId)}</bdi>
)

function answersIn({ linkId, anyOf, from, below }: Condition, form: Form): string {
  if (anyOf !== undefined) {
    const item = form.index.get(linkId)
    const known = item && isQuestion(item) ? valuesOf(item) : []
    return joined(anyOf.map(value => nameOf(known.find(each => each.value === value) ?? { value })))
  }
  if (from !== undefined && below !== undefined)
    return words.fromBelow({ from: exactOf(from), below: exactOf(below) })
  return from !== undefined
    ? words.orMore({ from: exactOf(from) })
    : words.lessThanIs({ below: exactOf(below ?? 0) })
}

function authoredIn(date: string): string {
  const [, prefix = 'eq', day = ''] = /^(ge|gt|le|lt)?(.*)$/.exec(date) ?? []
  return words.saidAuthored({ prefix, date: dateOf(day) })
}
