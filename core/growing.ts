/**
 * Options of an LRU cache that allocates memory as it fills.
 * With `max`, the cache reserves room for all entries at once: megabytes, and milliseconds of every
 * start.
 */
export const growing = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
