/** A search in a value set that the form does not contain: a combobox with a list (ARIA 1.2, APG). */
'use client'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { displayOf } from '../../../fhir/form/display.ts'
import type { Coding } from '../../../fhir/form/types.ts'
import { textIn } from '../../../fhir/model/translated-text.ts'
import type { ControlProps } from '../control.ts'
import { searchAt } from '../search-codes.ts'
import { useSession } from '../session.ts'
import { search as english } from '../strings/en-search.ts'
import { drawText } from './text.tsx'

/** Milliseconds without a keystroke before a search. */
const PAUSE = 250
/** Codes in the list. */
const MOST_SHOWN = 20

interface List {
  readonly codes: readonly Coding[]
  /** The selected entry; -1 for none. */
  readonly at: number
}

export function SearchInput(props: ControlProps) {
  const session = useSession()
  const { live, strings, lang } = session
  const { given } = props
  if (live.form.engines.searchCodes === undefined) return drawText(props, session)
  const words = given === undefined ? '' : displayOf(given, lang, strings)
  // A new answer from outside replaces the words in the field.
  return <Combobox key={words} {...props} words={words} />
}

function Combobox({ slot, field, label, set, words }: ControlProps & { readonly words: string }) {
  const { live, questionnaireId, lang, strings, say } = useSession()
  const { nothingFound, found, searchFailed } = { ...english, ...strings }
  const { searchCodes } = live.form.engines
  const { item } = slot
  const [typed, setTyped] = useState(words)
  const [list, setList] = useState<List>()
  const pending = useRef<AbortController>(undefined)
  const isOpenChoice = item.constraint !== 'optionsOnly'
  const listId = `${field.id}-list`

  const end = () => pending.current?.abort()
  useEffect(() => () => pending.current?.abort(), [])

  const search = (filter: string, pause: number) => {
    end()
    const controller = new AbortController()
    pending.current = controller
    const { signal } = controller
    const timer = setTimeout(async () => {
      const ask = typeof searchCodes === 'string' ? searchAt(searchCodes) : searchCodes
      const request = {
        ...{ valueSet: item.valueSet ?? '', questionnaireId, linkId: item.linkId },
        ...{ filter, count: MOST_SHOWN, lang, signal },
      }
      try {
        const { codes, total = codes.length } = (await ask?.(request)) ?? { codes: [] }
        if (signal.aborted) return
        setList({ codes: codes.slice(0, MOST_SHOWN), at: -1 })
        say(total === 0 ? nothingFound : found(total))
      } catch {
        if (signal.aborted) return
        setList(undefined)
        say(searchFailed)
      }
    }, pause)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  const close = () => {
    end()
    setList(undefined)
  }
  const take = (coding: Coding | undefined) => {
    close()
    if (coding === undefined) return
    setTyped(labelOf(coding))
    set({ valueCoding: plain(coding) })
  }
  const type = (text: string) => {
    setTyped(text)
    if (text === '') {
      close()
      set(undefined)
    } else search(text, PAUSE)
  }
  const leave = () => {
    close()
    if (typed === words) return
    if (isOpenChoice && typed !== '') set({ valueString: typed })
    else setTyped(words)
  }
  const move = (by: number) => {
    if (list === undefined) return search(typed === words ? '' : typed, 0)
    const { length } = list.codes
    setList({ ...list, at: length === 0 ? -1 : (Math.max(list.at, by < 0 ? 0 : -1) + by + length) % length })
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && list !== undefined && list.at >= 0) take(list.codes[list.at])
    else if (key === 'Escape' && list !== undefined) close()
    else return
    // Enter would submit the form, an arrow would move the caret.
    event.preventDefault()
  }
  const labelOf = (coding: Coding) => textIn(coding, 'display', lang) ?? coding.code ?? ''
  const active = list !== undefined && list.at >= 0 ? `${listId}-${list.at}` : undefined

  return (
    <div className="wq-search">
      <input
        {...field}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={list !== undefined}
        aria-controls={list && listId}
        aria-activedescendant={active}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      {list !== undefined && (
        <div className="wq-search-list" id={listId} role="listbox" aria-label={label}>
          {list.codes.map((coding, index) => (
            // The field keeps the focus: a pointer chooses before it would leave.
            <div
              key={`${coding.system}|${coding.code}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === list.at}
              className={index === list.at ? 'wq-selected' : undefined}
              onMouseDown={event => event.preventDefault()}
              onClick={() => take(coding)}
              onKeyDown={undefined}
            >
              {labelOf(coding)}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The answer: only what identifies the code, and its display. */
const plain = ({ system, version, code, display }: Coding): Coding => ({
  ...(system !== undefined && { system }),
  ...(version !== undefined && { version }),
  ...(code !== undefined && { code }),
  ...(display !== undefined && { display }),
})
