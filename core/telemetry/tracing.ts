/**
 * Traces by OpenTelemetry. Without an SDK in the process every function here is a few calls that do nothing. No
 * span contains an identity, a token, an id, a URL or content: names and attributes are of fixed forms.
 */
import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** The provider of a process without an SDK. */
const NONE = new ProxyTracerProvider().getDelegate()

/** True if an SDK runs in this process. Cheap: every request begins with it. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NONE
}

/** Attributes of spans and their forms. Any other attribute, and any other value, is left out. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'http.request.method': /^[A-Z]{3,10}$/,
  'http.response.status_code': /^[1-5]\d\d$/,
  // The pattern of a registered route; at most 80 characters between slashes.
  'http.route': /^(\/[A-Za-z0-9:$._*+-]{0,80}){1,16}$/,
  'error.type': /^[A-Z][A-Z0-9_]{0,63}$/,
  'db.system.name': /^postgresql$/,
  'db.namespace': /^[a-z][a-z0-9_]{0,62}$/,
  'db.operation.name': /^(SELECT|INSERT|UPDATE|DELETE|WITH|TRANSACTION|OTHER)$/,
  'andiron.node': /^[1-9]$/,
  'andiron.operation': /^[a-zA-Z]{1,32}$/,
  'andiron.outcome': /^[a-z]{1,16}$/,
  'andiron.job': /^[a-z0-9-]{1,64}\/[A-Za-z0-9-]{1,64}$/,
}

/** Parts of a text that name a person, a record or a key: no attribute and no name of a span has one. */
const NAMING = /did:|[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-fA-F]{24}|[A-Za-z0-9_-]{48}/

/** The attributes that a span may have. */
export function permitted(attributes: Readonly<Record<string, unknown>>): Attributes {
  const kept: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
    if (form?.test(String(value)) && !NAMING.test(String(value))) kept[name] = value
  }
  return kept
}

interface SpanTerms {
  /** The verb of the name: `GET`, `node`, `sql`, `submit`, `job`. */
  readonly verb: string
  /** The attribute whose value completes the name, if it is permitted. */
  readonly subject?: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly kind?: SpanKind
}

function begin(
  { verb, subject, attributes, kind = SpanKind.INTERNAL }: SpanTerms,
  within: Context,
  links: Link[] = [],
): Span {
  const kept = permitted(attributes)
  const name = subject !== undefined && kept[subject] !== undefined ? `${verb} ${kept[subject]}` : verb
  // Looked up each time: a tracer keeps its first SDK, also after that has ended.
  return trace.getTracer('andiron').startSpan(name, { kind, attributes: kept, links }, within)
}

/** Runs work in a span of the current trace; outside of a trace that is recorded, runs just the work. */
function inSpan<Result>(terms: SpanTerms, work: () => Promise<Result>): Promise<Result> {
  const current = context.active()
  if (!trace.getSpan(current)?.isRecording()) return work()
  return run(begin(terms, current), current, work)
}

async function run<Result>(span: Span, within: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(trace.setSpan(within, span), work)
  } catch (error) {
    fail(span, (error as { code?: unknown } | null)?.code)
    throw error
  } finally {
    span.end()
  }
}

/** Marks a span as failed, with the code of the error: its message may name a record. */
function fail(span: Span, code: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttributes(permitted({ 'error.type': code }))
}

/** A call to a storage node. */
export const inNodeSpan = <Result>(node: number, operation: string, work: () => Promise<Result>) =>
  inSpan(
    {
      ...{ verb: 'node', subject: 'andiron.operation', kind: SpanKind.CLIENT },
      attributes: { 'andiron.node': node, 'andiron.operation': operation },
    },
    work,
  )

/** Statements of a database; their text and values are not part of the span. */
export const inSqlSpan = <Result>(database: string, sql: string, work: () => Promise<Result>) => {
  // Looked at first: a statement is frequent, and its verb costs a search.
  if (!trace.getActiveSpan()?.isRecording()) return work()
  const verb = /^\s*([A-Za-z]+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  const operation = FORMS['db.operation.name']?.test(verb) ? verb : 'OTHER'
  return inSpan(
    {
      ...{ verb: 'sql', subject: 'db.operation.name', kind: SpanKind.CLIENT },
      attributes: {
        'db.system.name': 'postgresql',
        'db.namespace': database,
        'db.operation.name': operation,
      },
    },
    work,
  )
}

/** One attempt at a background job: a trace of its own. */
export async function inJobTrace<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
  if (!isTraced()) return work()
  const span = begin(
    { verb: 'job', subject: 'andiron.job', attributes: { 'andiron.job': kind } },
    ROOT_CONTEXT,
  )
  return isSpanContextValid(span.spanContext()) ? run(span, ROOT_CONTEXT, work) : work()
}

/** The writing of a submission. */
export const inSubmissionSpan = <Result>(work: () => Promise<Result>) =>
  inSpan({ verb: 'submit', attributes: {} }, work)

/** The headers by which a storage node continues the current trace; only its random ids. */
export function traceHeaders(): { readonly traceparent?: string } {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  // No `tracestate` and no `baggage`, which callers may have filled.
  const { traceparent } = carrier
  return traceparent === undefined ? {} : { traceparent }
}

/** Longest `traceparent` that is read: version 00 has 55 characters. */
const LONGEST = 55

/** The span of a request. */
export interface RequestSpan {
  /** Runs the next step of the request in the context of its span. */
  enter(step: () => void): void
  /** @param code - the code of the error that the response has */
  fail(code: string): void
  end(status: number): void
}

export interface TracedRequest {
  readonly method: string
  /** The pattern of the route. */
  readonly route: string | undefined
  readonly traceparent: string | string[] | undefined
  /** True if the caller's trace is continued. Otherwise a new trace begins, with a link to it. */
  readonly isTrusted: boolean
}

/** Begins the span of a request; `undefined` without an SDK. */
export function beginRequest({
  method,
  route,
  traceparent,
  isTrusted,
}: TracedRequest): RequestSpan | undefined {
  if (!isTraced()) return undefined
  const remote = readTraceparent(traceparent)
  const parent = remote && trace.getSpanContext(remote)
  const within = isTrusted && remote ? remote : ROOT_CONTEXT
  const span = begin(
    {
      ...{ verb: method.length > 10 ? 'HTTP' : method, subject: 'http.route', kind: SpanKind.SERVER },
      attributes: { 'http.request.method': method, 'http.route': route },
    },
    within,
    parent && !isTrusted ? [{ context: parent }] : [],
  )
  if (!isSpanContextValid(span.spanContext())) return undefined
  const entered = trace.setSpan(within, span)
  return {
    enter: step => context.with(entered, step),
    fail: code => fail(span, code),
    end(status) {
      span.setAttributes(permitted({ 'http.response.status_code': status }))
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The context that a caller sent, as the SDK's propagator reads it. */
function readTraceparent(traceparent: TracedRequest['traceparent']): Context | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > LONGEST) return undefined
  const remote = propagation.extract(ROOT_CONTEXT, { traceparent })
  const read = trace.getSpanContext(remote)
  return read && isSpanContextValid(read) ? remote : undefined
}
