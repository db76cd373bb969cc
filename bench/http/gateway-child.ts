/** The gateway, in a process of its own. */
import { type ConfigInput, serve } from '../../plugins/index.ts'
import { serveAsChild } from './child.ts'

await serveAsChild((config: ConfigInput) => serve(config))
