/** The responses to forms by day, without their answers, and the number of those that came since. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { type ResponseActivity, readResponseActivity } from '../../../sdk/responses.ts'
import type { Scene } from '../page-context.ts'
import { nextPause, POLL } from '../polling-pauses.ts'

/** A response without its answers. */
export interface Arrival {
  readonly id: string
  readonly stored: string
  /** A pseudonym of the person. */
  readonly participant: string
  /** `_id` of the form. */
  readonly form: string
}

/** The responses to all of the forms together. */
export interface Activity {
  readonly responses: number
  /** The begin of the counted period, which many responses shorten. */
  readonly since: string
  readonly byDay: ReadonlyMap<string, number>
  /** The latest first. */
  readonly latest: readonly Arrival[]
  /** The instant of the latest response to each form. */
  readonly last: ReadonlyMap<string, string>
}

export interface ActivityProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
  /** The forms: `_id`s with a space between them, so that the same forms are the same value. Absent until known. */
  readonly forms: string | undefined
  readonly days: number
}

export interface Watched {
  /** Absent until it is read, and if the service does not offer it. */
  readonly activity?: Activity | undefined
  /** True until there is an activity, or it is known that there is none. */
  readonly isAwaited: boolean
  /** The number of responses that came since. */
  readonly fresh: number
  /** Reads everything again. True if there is something to show; otherwise what is shown stays. */
  show(): Promise<boolean>
}

const LATEST = 5

/** Reads the activity, and asks for new responses while the page is visible. */
export function useActivity(props: ActivityProps): Watched {
  const { scene, applicationId, keyPair, forms, days } = props
  const { environment } = scene
  const [activity, setActivity] = useState<Activity>()
  const [isRefused, setRefused] = useState(false)
  /** Those that came after an activity: a count of an earlier one may end later. */
  const [counted, setCounted] = useState<{ readonly after: Activity; readonly many: number }>()
  /** The number of the latest reading: an earlier one that ends later is dropped. */
  const reading = useRef(0)

  const ask = useCallback(
    (form: string, more: { readonly days?: number; readonly after?: string }) =>
      readResponseActivity(keyPair, form, environment, {
        ...{ applicationId, utcOffset: -new Date().getTimezoneOffset(), ...more },
      }),
    [keyPair, environment, applicationId],
  )
  const show = useCallback(async () => {
    const own = ++reading.current
    const ids = (forms ?? '').split(' ').filter(id => id !== '')
    const read = await Promise.allSettled(ids.map(async form => [form, await ask(form, { days })] as const))
    const found = read.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
    if (own !== reading.current) return false
    setRefused(ids.length > 0 && found.length === 0)
    if (found.length === 0) return false
    setActivity(together(found))
    return true
  }, [ask, forms, days])

  useEffect(() => {
    void show()
    return () => {
      reading.current++
    }
  }, [show])

  useEffect(() => {
    if (!activity) return
    const count = async () => {
      const asked = [...activity.last].map(([form, after]) => ask(form, { after }))
      const many = (await Promise.all(asked)).reduce((sum, { responses }) => sum + responses, 0)
      setCounted({ after: activity, many })
    }
    return whileVisible(count)
  }, [activity, ask])

  const isAwaited = forms !== '' && !activity && !isRefused
  return { activity, isAwaited, fresh: counted?.after === activity ? (counted?.many ?? 0) : 0, show }
}

/** Calls again and again while the page is visible, and waits longer after a failure. */
function whileVisible(work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = POLL
  let due = Date.now() + pause
  let isOver = false
  const wait = () => {
    clearTimeout(timer)
    if (isOver || document.hidden) return
    timer = setTimeout(run, Math.max(0, due - Date.now()))
  }
  const run = async () => {
    // Until it ends, becoming visible again starts no second one.
    due = Number.POSITIVE_INFINITY
    const failure = await work().then(
      () => undefined,
      error => error as unknown,
    )
    pause = nextPause(pause, failure)
    due = Date.now() + pause
    wait()
  }
  const onChange = () => {
    if (due < Number.POSITIVE_INFINITY) wait()
  }
  document.addEventListener('visibilitychange', onChange)
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}

function together(all: readonly (readonly [string, ResponseActivity])[]): Activity {
  const byDay = new Map<string, number>()
  for (const [, { days }] of all)
    for (const { day, responses } of days) byDay.set(day, (byDay.get(day) ?? 0) + responses)
  return {
    responses: all.reduce((sum, [, { responses }]) => sum + responses, 0),
    // Before the latest begin, not every form is counted.
    since: all.map(([, { since }]) => since).reduce((a, b) => (a > b ? a : b)),
    byDay,
    latest: all
      .flatMap(([form, { latest }]) => latest.map(each => ({ ...each, form })))
      .sort((a, b) => b.stored.localeCompare(a.stored))
      .slice(0, LATEST),
    last: new Map(all.map(([form, { last }]) => [form, last])),
  }
}
