/** Hooks around the calls of assistants. */
import { type Context, frozen, type Gateway, type Guard, type Notice } from '../../core/index.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * An assistant calls a tool, reads a resource or lists the resources: the arguments are validated, and
     * nothing has been read. Throw to refuse; the message of an error row reaches the assistant.
     */
    beforeAssistantCall: Guard<AssistantCall>
    /** A call has ended. */
    afterAssistantCall: Notice<AssistantCallEnd>
  }
}

/**
 * The value of the hook `beforeAssistantCall`; the caller in the context is the person, with the program as
 * their client.
 */
export interface AssistantCall {
  readonly kind: 'tool' | 'resource' | 'resources'
  /** The name of the tool, or the URI (template) of the resource; `resources/list` for the list. */
  readonly name: string
  /** The arguments of the tool, or the variables of the URI. A copy, frozen. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The value of the hook `afterAssistantCall`. */
export interface AssistantCallEnd extends Pick<AssistantCall, 'kind' | 'name'> {
  /** False for a refused or failed call. */
  readonly answered: boolean
  /** Ids of the records in the answer. */
  readonly records: readonly string[]
}

/** Runs the work of a call between its two hooks. @throws any error of a listener or the work */
export async function withCallHooks<T extends { readonly records: readonly string[] }>(
  { hooks }: Pick<Gateway, 'hooks'>,
  call: AssistantCall,
  context: Context,
  work: () => Promise<T>,
): Promise<T> {
  let records: readonly string[] | undefined
  try {
    // A copy: the tool may change its arguments.
    if (hooks.attended('beforeAssistantCall'))
      await hooks.run('beforeAssistantCall', frozen(structuredClone(call)), context)
    const result = await work()
    records = result.records
    return result
  } finally {
    if (hooks.attended('afterAssistantCall')) {
      const { kind, name } = call
      const end = { kind, name, answered: records !== undefined, records: [...(records ?? [])] }
      await hooks.run('afterAssistantCall', frozen(end), context)
    }
  }
}
