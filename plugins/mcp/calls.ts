/** Calls a tool: validates its arguments, logs its access, and explains failures. */
import {
  type AnswerCheck,
  type Context,
  createAnswerCheck,
  createCompiler,
  type Gateway,
  issuesOf,
  type Tool,
  type ToolContent,
  type ToolResult,
  type Validate,
} from '../../core/index.ts'
import { noteAccess } from './access.ts'
import { AnswerTooLarge } from './errors.ts'
import { InvalidParameters, sentenceOf } from './failures.ts'
import { type AssistantCall, withCallHooks } from './hooks.ts'

/** Maximum characters of an answer, structured and plain together: clients truncate longer ones. */
export const LARGEST_ANSWER = 100_000

export interface ToolAnswer {
  readonly content: readonly ToolContent[]
  readonly structuredContent?: unknown
  readonly isError?: true
}

/**
 * The schemas of integrators' tools are compiled now, so that an invalid one prevents the start; others on
 * the first call.
 */
export function createToolCalls({ tools, audit, hooks, plugins }: Gateway) {
  const { compile, onFirstUse } = createCompiler({
    draft: '2020-12',
    ajv: { allErrors: true, strict: false, useDefaults: false },
  })
  const foreign = new Set(
    plugins.filter(({ isProven }) => !isProven).flatMap(({ manifest }) => manifest.tools ?? []),
  )
  const checks = new Map<string, Validate>()
  const outputs = new Map<string, AnswerCheck>()
  for (const tool of tools.values()) {
    const isForeign = foreign.has(tool)
    checks.set(tool.name, isForeign ? compile(tool.input) : onFirstUse(tool.input))
    if (isForeign) outputOf(tool)
  }

  /** MCP, "Output Schema": "Servers MUST provide structured results that conform to this schema". */
  function outputOf({ name, output }: Tool): AnswerCheck {
    const known = outputs.get(name)
    if (known !== undefined) return known
    const check =
      output === undefined
        ? () => {}
        : createAnswerCheck(`the tool '${name}'`, output as object, { draft: '2020-12' })
    outputs.set(name, check)
    return check
  }

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
      const call: AssistantCall = { kind: 'tool', name, arguments: given as AssistantCall['arguments'] }
      const { content, structuredContent } = await withCallHooks({ hooks }, call, context, async () => {
        const result = await tool.run(given, context)
        outputOf(tool)(result.structuredContent)
        return audited(name, result, context)
      })
      return { content, structuredContent }
    } catch (error) {
      return failure(sentenceOf(error, name, context))
    }
  }

  async function audited(name: string, result: ToolResult, context: Context): Promise<Required<ToolResult>> {
    const { structuredContent, records } = result
    const content = result.content ?? [{ type: 'text', text: JSON.stringify(structuredContent) }]
    if (sizeOf({ content, structuredContent }) > LARGEST_ANSWER) throw new AnswerTooLarge(LARGEST_ANSWER)
    await noteAccess(audit, context, name, records)
    return { content, structuredContent, records }
  }
}

/** The characters that a model reads: base64 counts as pictures and files instead. */
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
