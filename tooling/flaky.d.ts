/** The files that the list names more than once. */
export function repeatedFiles(list?: string): string[]

/** True if nothing failed but these files. */
export function isOnlyIn(output: string, outcomes: ReadonlyMap<string, { readonly process: string }>): boolean
