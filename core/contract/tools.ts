/** Tools, resources and prompts for AI assistants, independent of the protocol. */
import type { Infer } from '../../schemas/types.ts'
import type { Context } from './hooks.ts'

/** A content part for an assistant, in the terms of the Model Context Protocol. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly mimeType?: string
      readonly size?: number
    }
  | { readonly type: 'resource'; readonly resource: ResourceContent }

/** Text, or bytes in base64. */
export type ResourceContent = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: string }
)

/** The records that a call has read: logged in the person's audit trail before the answer is sent. */
export interface Accessed {
  /** Ids of the records whose content is in the answer. */
  readonly records: readonly string[]
}

/** The answer of a tool, and the records in it. */
export interface ToolResult<T = unknown> extends Accessed {
  /** Matches the tool's `output` schema. */
  readonly structuredContent: T
  /** The output for clients that do not read structured content. @default its JSON */
  readonly content?: readonly ToolContent[]
}

/** Hints for a client that decides on asking the person first; an absent hint means the worse case. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** The declaration of a tool, typed by its schemas: the argument of {@link defineTool}. */
export interface ToolSpec<Input, Output> {
  /** Unique among all plugins; letters, digits and `_`. */
  readonly name: string
  /** The title shown to people. */
  readonly title: string
  /** The description for the assistant: the result, and when to call it. */
  readonly description: string
  readonly annotations?: ToolAnnotations
  /** JSON Schema of the arguments, an object; validated before `run`. */
  readonly input: Input
  /** JSON Schema of `structuredContent`, an object. */
  readonly output?: Output
  /** If it throws a row of an error table, the sentence reaches the assistant: say what to do instead. */
  run(input: Infer<Input>, context: Context): Promise<ToolResult<Infer<Output>>>
}

/** A tool as the core sees it, without its literal types. */
// biome-ignore lint/suspicious/noExplicitAny: this is where they are forgotten.
export type Tool = ToolSpec<any, any>

/**
 * Makes a tool. Its argument and result types are inferred from its schemas.
 *
 * @example
 * const mySleepGoal = defineTool({
 *   name: 'my_sleep_goal', title: 'My sleep goal', description: 'How long the person wants to sleep.',
 *   input: { type: 'object', additionalProperties: false, properties: {} },
 *   output: { type: 'object', required: ['hours'], properties: { hours: { type: 'number' } } },
 *   async run(_input, { app, caller }) { … },
 * })
 */
export function defineTool<const Input, const Output = unknown>(spec: ToolSpec<Input, Output>): Tool {
  return spec as unknown as Tool
}

/** The result of `read` of a {@link Resource}. */
export interface ResourceResult extends Accessed {
  readonly contents: readonly ResourceContent[]
}

/** One entry of a list of resources. */
export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly size?: number
}

/** The resources under a template, and the records that name them: listing is an access like reading. */
export interface ResourceList extends Accessed {
  readonly resources: readonly ListedResource[]
}

/** Content that a client reads by its URI, chosen by the person and not by the assistant. */
export interface Resource {
  /** A URI, or a template with one `{variable}` per path segment: `health://me/documents/{binaryId}`. */
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType?: string
  /** Lists the resources under a template, for this caller. */
  list?(context: Context): Promise<ResourceList>
  /** `undefined` if the caller has nothing under these variables. */
  read(variables: Readonly<Record<string, string>>, context: Context): Promise<ResourceResult | undefined>
}

/** A prompt that a person can select from a list. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments?: readonly {
    readonly name: string
    readonly description: string
    readonly required?: boolean
  }[]
  messages(
    values: Readonly<Record<string, string>>,
  ): readonly { readonly role: 'user' | 'assistant'; readonly content: ToolContent }[]
}
