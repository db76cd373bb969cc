/** Keeps the compiled code of the modules that are loaded from now on, from Node.js 22 on. */
import module from 'node:module'
import { fileURLToPath } from 'node:url'

interface Cached {
  enableCompileCache?(directory: string): unknown
}

// It lies beside the build: write access there already changes the program.
if (import.meta.url.endsWith('.js'))
  (module as Cached).enableCompileCache?.(fileURLToPath(new URL('../.cache/', import.meta.url)))
