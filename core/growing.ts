/**
 * Options of an LRU cache that takes memory as it fills.
 * With `max` the cache reserves room for all of its entries at once: megabytes, and milliseconds of every start.
 */
export const growing = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
