/** An error for the person. The service's own words in it are English, whatever the language of the page. */
import { Fragment, type ReactNode } from 'react'
import { QUOTE } from './run-action.ts'

/** @param text - a sentence of `sentenceOf` */
export const Quoting = ({ text }: { readonly text: string }): ReactNode =>
  text.split(QUOTE).map((piece, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{piece}</Fragment>
    ) : (
      <bdi key={at} lang="en">
        {piece}
      </bdi>
    ),
  )

/** Announced when it is drawn. @param text - a sentence of `sentenceOf` */
export const Failure = ({ text }: { readonly text: string }): ReactNode => (
  <p className="notice" role="alert">
    <Quoting text={text} />
  </p>
)
