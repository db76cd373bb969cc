/** The forms that the person answered, the applications that receive the answers, and the decisions on them. */
import type { Questionnaire, QuestionnaireResponse } from 'fhir/r5.js'
import { useCallback, useEffect, useState } from 'react'
import type { Environment } from '../../../../schemas/environment.ts'
import type { ConsentDecision } from '../../../../schemas/record-consent.ts'
import { uids } from '../../../../schemas/uids.ts'
import { fetchWelshareApp } from '../../../sdk/applications.ts'
import { consents } from '../../../sdk/consents.ts'
import { AndironError } from '../../../sdk/errors.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { fetchQuestionnaire } from '../../../sdk/questionnaires.ts'
import type { Language } from '../../shell/language/page-languages.ts'
import { useLanguage, words } from '../../shell/language/page-texts.ts'
import { sentenceOf } from '../../shell/run-action.ts'
import type { Copy } from '../device-copy.ts'
import { type Own, ofCollection } from '../person-records.ts'
import { decisionIn } from './consent-decisions.ts'

/** An application with the forms that the person answered for it. */
export interface Reader {
  readonly id: string
  readonly name: string
  readonly forms: readonly { readonly id: string; readonly title: string }[]
}

export interface Readership {
  /** By `_id`; a deleted form is absent. */
  readonly forms: ReadonlyMap<string, Questionnaire>
  readonly readers: readonly Reader[]
  /** Absent until they are read, and without the plugin of consents. */
  readonly decisions?: readonly ConsentDecision[] | undefined
  /** True once all of it was read. */
  readonly isRead: boolean
  readonly failure: string
  /** Reads the decisions again after a change. */
  reload(): Promise<void>
}

/** @param copy - in the place of the service, which cannot be reached */
export function useReadership(
  own: Own,
  keyPair: StorageKeyPair,
  environment: Environment,
  copy: Copy | undefined,
): Readership {
  const language = useLanguage()
  const [forms, setForms] = useState<ReadonlyMap<string, Questionnaire>>(new Map())
  const [readers, setReaders] = useState<readonly Reader[]>([])
  const [decisions, setDecisions] = useState<readonly ConsentDecision[]>()
  const [isRead, setRead] = useState(false)
  const [failure, setFailure] = useState('')

  const reload = useCallback(async () => {
    const found = await formsOf(own, environment, language)
    setForms(found)
    const decided = await consents(keyPair, environment).then(all => all.map(decisionIn), ifAbsent)
    if (decided) {
      setFailure('')
      setReaders(await readersOf(found, decided, environment))
      setDecisions(decided)
    }
    setRead(true)
  }, [own, keyPair, environment, language])
  useEffect(() => {
    if (!copy) return void reload().catch(error => setFailure(sentenceOf(error)))
    setForms(new Map(copy.forms))
    setReaders(copy.readers)
    setDecisions(copy.decisions)
    setRead(true)
  }, [reload, copy])

  return { forms, readers, decisions, isRead, failure, reload }
}

/** The `_id` of the form, from the tag that the service sets. */
export const formIn = ({ meta }: Pick<QuestionnaireResponse, 'meta'>): string | undefined =>
  meta?.tag?.find(({ system }) => system === 'urn:andiron:questionnaire')?.code

/** When the person first answered one of the forms; undefined if not all of their records were read. */
export function firstAnswer(own: Own, forms: Reader['forms']): string | undefined {
  if (own.records.length < own.all.length) return undefined
  const ids = new Set(forms.map(({ id }) => id))
  return ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse)
    .filter(response => ids.has(formIn(response) ?? ''))
    .map(({ authored, _created }) => authored ?? _created)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
}

async function formsOf(
  own: Own,
  environment: Environment,
  language: Language,
): Promise<ReadonlyMap<string, Questionnaire>> {
  const responses = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse)
  const forms = new Map<string, Questionnaire>()
  for (const id of new Set(responses.flatMap(response => formIn(response) ?? []))) {
    const form = await fetchQuestionnaire(id, environment, { language }).catch(ifAbsent)
    if (form) forms.set(id, form as unknown as Questionnaire)
  }
  return forms
}

/** The publishers of the answered forms, and the applications of decisions. */
async function readersOf(
  forms: ReadonlyMap<string, Questionnaire>,
  decisions: readonly ConsentDecision[],
  environment: Environment,
): Promise<readonly Reader[]> {
  const readers = new Map<string, { readonly name: string; readonly forms: Reader['forms'][number][] }>()
  const idOf = async (application: string): Promise<string> => {
    const { applicationId, name } = await fetchWelshareApp(application, environment)
    readers.set(applicationId, readers.get(applicationId) ?? { name, forms: [] })
    return applicationId
  }
  for (const [id, { title = words.aForm, publisher }] of forms)
    if (publisher !== undefined) readers.get(await idOf(publisher))?.forms.push({ id, title })
  for (const { application } of decisions)
    if (application !== undefined && !readers.has(application)) await idOf(application)
  return [...readers].map(([id, reader]) => ({ id, ...reader }))
}

/** A form may be deleted, and a deployment may be without the plugin of consents. */
function ifAbsent(error: unknown): undefined {
  if (error instanceof AndironError && error.status === 404) return undefined
  throw error
}
