/** A tool is called: its arguments are checked, its access is written down, and what fails says what to do next. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import {
  type AuditTrail,
  type Context,
  issuesOf,
  type Tool,
  type ToolContent,
  type ToolResult,
} from '../../core/index.ts'
import { noteAccess } from './access.ts'
import { InvalidParameters } from './failures.ts'

/** Characters of text that an answer may have, structured and plain together: what clients take before they cut. */
export const LARGEST_ANSWER = 100_000

export interface ToolAnswer {
  readonly content: readonly ToolContent[]
  readonly structuredContent?: unknown
  readonly isError?: true
}

export function createToolCalls(tools: ReadonlyMap<string, Tool>, audit: AuditTrail) {
  const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: false })
  formats.default(ajv)
  const checks = new Map<string, ValidateFunction>()
  for (const { name, input } of tools.values()) checks.set(name, ajv.compile(input))

  return async (name: string, given: unknown, context: Context): Promise<ToolAnswer> => {
    const tool = tools.get(name)
    const check = checks.get(name)
    if (!tool || !check) throw new InvalidParameters(`There is no tool '${name}'`)
    if (!check(given)) {
      const issues = issuesOf(check.errors as never, 'arguments').map(
        ({ expression, text }) => `${expression}: ${text}`,
      )
      return failure(
        `The arguments are not as '${name}' takes them. ${issues.join(' ')} Correct them and call again.`,
      )
    }
    try {
      return await answer(name, await tool.run(given, context), context)
    } catch (error) {
      return failure(sentenceOf(error, name, context))
    }
  }

  async function answer(name: string, result: ToolResult, context: Context): Promise<ToolAnswer> {
    const { structuredContent, records } = result
    const content = result.content ?? [{ type: 'text', text: JSON.stringify(structuredContent) }]
    if (sizeOf({ content, structuredContent }) > LARGEST_ANSWER)
      return failure(`The answer is larger than ${LARGEST_ANSWER} characters. Ask for less at once.`)
    await noteAccess(audit, context, name, records)
    return { content, structuredContent }
  }
}

/** Characters that a model reads: bytes in base64 are pictures and files to it. */
function sizeOf({ content, structuredContent }: ToolAnswer): number {
  const texts = content.map(part =>
    part.type === 'text'
      ? part.text
      : part.type === 'resource' && 'text' in part.resource
        ? part.resource.text
        : '',
  )
  return JSON.stringify(structuredContent ?? null).length + texts.join('').length
}

const failure = (text: string): ToolAnswer => ({ content: [{ type: 'text', text }], isError: true })

/** A row of an error table is written for callers; what is none stays in the log. */
function sentenceOf(error: unknown, tool: string, { log }: Context): string {
  const {
    code,
    statusCode = 500,
    message,
  } = error as { code?: unknown; statusCode?: number; message?: string }
  if (typeof code === 'string' && statusCode < 500 && message) return message
  log.error({ err: error, tool }, 'a tool failed')
  return 'Something failed in the service. Try again in a moment; if it fails again, tell the person.'
}
