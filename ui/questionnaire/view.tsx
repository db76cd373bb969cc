/** Read-only answers: for review, archiving and printing. */
'use client'

import { useMemo } from 'react'
import { getVisiblePages } from '../../fhir/form/pages.ts'
import { textIn } from '../../fhir/form/translate.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'
import type { Look } from './look.ts'
import { QuestionRenderer } from './question-renderer.tsx'
import { SessionContext, useSession } from './session.ts'

export interface QuestionnaireViewProps extends Look {
  /** If given, each page has a button to change it; called with its index. */
  readonly onChange?: ((page: number) => void) | undefined
}

/** Shows every enabled question with its answer. Also renders on the server. */
export function QuestionnaireView({ onChange, ...look }: QuestionnaireViewProps) {
  const session = useSession()
  const { live, strings, lang } = session
  const shown = useMemo(() => ({ ...session, readOnly: true, prefix: `${session.prefix}v` }), [session])
  const pages = getVisiblePages(live.form.raw.item as QuestionnaireItem[]).filter(
    page => live.find(page.linkId)?.enabled ?? true,
  )
  return (
    <SessionContext.Provider value={shown}>
      <div className="wq-view">
        {pages.map((page, index) => (
          <div key={page.linkId} className="wq-view-page">
            {(live.form.index.has(page.linkId) ? [page] : (page.item ?? [])).map(item => (
              <QuestionRenderer key={item.linkId} item={item} {...look} />
            ))}
            {onChange !== undefined && (
              <button type="button" className="wq-button" onClick={() => onChange(index)}>
                {strings.change}
                <span className="wq-visually-hidden">
                  : {textIn(page, 'text', lang) ?? strings.page(index + 1, pages.length)}
                </span>
              </button>
            )}
          </div>
        ))}
      </div>
    </SessionContext.Provider>
  )
}
