/** Reads the responses to a form page by page, with the progress for the person, who can stop it. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import { useEffect, useRef, useState } from 'react'
import { type ReadOptions, readResponses } from '../../../../sdk/responses.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { type Step, useStep } from '../../../shell/run-action.ts'
import type { ResponsesProps } from './responses.tsx'

/** Responses per page. */
export const PAGE = 200

export interface Reading {
  readonly step: Step
  /** The result of the last work; empty while it runs. */
  readonly done: string
  /** The number of responses read so far, in steps of a page. */
  readonly many: number
  /** The filter of the responses that are read. */
  readonly options: ReadOptions
  /** Work that resolves with its result, and that `stop` ends; nothing while the filter is not accepted. */
  run(work: (signal: AbortSignal) => Promise<string>): Promise<void>
  /**
   * Reads the responses, one page in memory at a time.
   * @param most - ends after this many
   * @returns the result for the person
   */
  readAll(
    signal: AbortSignal,
    take: (response: QuestionnaireResponse) => Promise<void> | void,
    most?: number,
  ): Promise<string>
  stop(): void
}

interface Filter {
  readonly options: ReadOptions
  /** Otherwise the fields of the filter say why. */
  isAccepted(): Promise<boolean>
}

export function useReading(
  { scene: { environment }, keyPair, id }: ResponsesProps,
  { options, isAccepted }: Filter,
): Reading {
  const step = useStep()
  const [many, setMany] = useState(0)
  const [done, setDone] = useState('')
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  return {
    ...{ step, done, many, options },
    async run(work) {
      if (!(await isAccepted())) return
      await step.run(words.readingResponses, async () => {
        setMany(0)
        setDone('')
        running.current = new AbortController()
        try {
          setDone(await work(running.current.signal))
        } catch (error) {
          if ((error as Error).name === 'AbortError') setDone(words.stopped)
          else throw error
        }
      })
    },
    async readAll(signal, take, most = Number.POSITIVE_INFINITY) {
      let responses = 0
      let leftOut = 0
      const paged: ReadOptions = {
        ...{ ...options, count: PAGE, signal },
        onOmissions: ({ unattested, changed }) => {
          leftOut += unattested + changed
        },
      }
      for await (const response of readResponses<QuestionnaireResponse>(keyPair, id, environment, paged)) {
        if (responses === most) return words.onlyFirst({ responses: words.manyResponses({ many: most }) })
        await take(response)
        if (++responses % PAGE === 0) setMany(responses)
      }
      const said = words.responsesRead({ responses: words.manyResponses({ many: responses }) })
      if (leftOut === 0) return said
      return `${said} ${words.withheldChanged({ responses: words.manyResponses({ many: leftOut }) })}`
    },
    stop: () => running.current?.abort(),
  }
}
