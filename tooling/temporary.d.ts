/** The parent of temporary directories. */
export const temporary: string
