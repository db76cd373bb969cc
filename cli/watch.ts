/** Watches files for `andiron start --watch`. */
import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Milliseconds without a further change, after which a change is reported: editors write in several steps. */
const QUIET = 150

/** Reports changes of files. Watches their directories, because editors replace files by renaming. */
export class FileWatch {
  readonly #changed: () => void
  readonly #watchers = new Map<string, FSWatcher>()
  #files: ReadonlySet<string> = new Set()
  #timer: NodeJS.Timeout | undefined

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** Replaces the watched files. @param since - reports files that changed after this time (milliseconds) */
  set(files: readonly string[], since: number): void {
    this.#files = new Set(files)
    const directories = new Set(files.map(file => dirname(file)))
    for (const [directory, watcher] of this.#watchers)
      if (!directories.has(directory)) {
        watcher.close()
        this.#watchers.delete(directory)
      }
    for (const directory of directories) if (!this.#watchers.has(directory)) this.#open(directory)
    // A time in the future is of another clock, and would be reported for ever.
    const isNew = (time = 0) => time > since && time <= Date.now()
    if (files.some(file => isNew(statSync(file, { throwIfNoEntry: false })?.mtimeMs))) this.#report()
  }

  close(): void {
    this.set([], Date.now())
    clearTimeout(this.#timer)
  }

  #report(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#changed, QUIET)
  }

  #open(directory: string): void {
    try {
      const watcher = watch(directory, (_event, name) => {
        const names = [...this.#files].filter(file => dirname(file) === directory).map(file => basename(file))
        if (name === null || names.includes(name)) this.#report()
      })
      watcher.on('error', () => this.#watchers.delete(directory))
      this.#watchers.set(directory, watcher)
    } catch {
      // A directory that is missing: the plugin in it cannot be loaded either, and the config says so.
    }
  }
}
