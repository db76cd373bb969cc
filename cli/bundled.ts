/** The program `dist/bundle/instance.js`: an instance of the gateway below the supervisor of `andiron start`. */
import './compile-cache.ts'

// Loaded once the cache is open.
const [{ serveInstance }, { fail }] = await Promise.all([import('./instance.ts'), import('./report.ts')])
serveInstance().catch(fail)
