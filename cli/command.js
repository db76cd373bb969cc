#!/usr/bin/env node
/** The command `andiron` as npm links it: there before the first build, since npx keeps that it found none. */
import { existsSync } from 'node:fs'

const program = new URL('../dist/cli/andiron.js', import.meta.url)
if (existsSync(program)) await import(program.href)
else {
  console.error('andiron is not built yet: npm run build')
  process.exitCode = 1
}
