/** The Content-Security-Policy of the pages: nothing inline, no eval, no foreign sources, no embedding. */

/** Directives by name, each with its sources. */
export type Policy = Readonly<Record<string, string>>

const STRICT: Policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
}

/** The strict policy as a header, with a page's own directives in place of the default ones. */
export const policyHeader = (own: Policy = {}): string =>
  Object.entries({ ...STRICT, ...own })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
