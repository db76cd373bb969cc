/** The gateway in its own process. */
import { type ConfigInput, serve } from '../../plugins/index.ts'
import { serveAsChild } from './child.ts'

await serveAsChild((config: ConfigInput) => serve(config))
