/** The published nilDB client, unmodified, against three nodes of ours. Skipped where the client is not installed. */
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import '../../../tooling/register.js'

demand(t, 'reference')

// The specifier is computed: the compiler must not resolve packages that only this test installs.
await import(new URL('reference/client.ts', import.meta.url).href)
