/** Read-only answers: for review, archiving and printing. */
'use client'

import { useMemo } from 'react'
import { textIn } from '../../fhir/model/translated-text.ts'
import type { Look } from './appearance.ts'
import { drawingOf } from './drawing-interface.ts'
import { usePageStrings } from './page-strings.ts'
import { itemsOn, pagesOf } from './pages.ts'
import { drawItems } from './question-renderer.tsx'
import { classOf, SessionContext, useOutline, useSession } from './session.ts'

export interface QuestionnaireViewProps extends Look {
  /** If given, each page has a button to change it; called with its index. */
  readonly onChange?: ((page: number) => void) | undefined
}

/** Shows every enabled question with its answer. Also renders on the server. */
export function QuestionnaireView({ onChange, ...look }: QuestionnaireViewProps) {
  const session = useSession()
  const { live, lang } = session
  const strings = usePageStrings()
  const Button = session.components.button ?? 'button'
  const shown = useMemo(() => ({ ...session, readOnly: true, prefix: `${session.prefix}v` }), [session])
  useOutline(session)
  const pages = pagesOf(live)
  return (
    <SessionContext.Provider value={shown}>
      <div className={classOf(session, 'view')}>
        {pages.map((page, index) => (
          <div key={page.linkId} className="wq-view-page">
            {drawItems(itemsOn(live, page), look)}
            {onChange !== undefined && (
              <Button type="button" className={classOf(session, 'button')} onClick={() => onChange(index)}>
                {strings.change}
                <span className="wq-visually-hidden">
                  : {textIn(page, 'text', lang) ?? strings.page(index + 1, pages.length)}
                </span>
              </Button>
            )}
          </div>
        ))}
        {session.readOnly && drawingOf(session)?.signature?.(session)}
      </div>
    </SessionContext.Provider>
  )
}
