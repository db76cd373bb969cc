/** Starts the host application: `node dist/examples/host-app/main.js`. */
import { createHost } from './host-app.ts'

const port = 3000
const app = await createHost({
  baseUrl: `http://localhost:${port}`,
  // The gateway writes to its storage nodes in this process; no one else needs to reach them.
  plugins: { 'storage-node': { serve: false } },
})
process.once('SIGTERM', () => void app.close())
process.once('SIGINT', () => void app.close())
await app.listen({ port })
