/** How the pages are built: every HTML file of this folder is one, its scripts and styles become hashed assets. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'
import { pinned } from './pinned.ts'

const folder = new URL('.', import.meta.url)

export default defineConfig({
  root: fileURLToPath(folder),
  base: '/',
  plugins: [pinned()],
  // The packages of this tree are read from their sources; nothing has to be built before.
  resolve: { conditions: ['andiron-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  // Engines that only some forms need are loaded by a worker as by a page.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // A data: URL would be outside of what the policy of the pages permits.
    assetsInlineLimit: 0,
    // FHIRPath and UCUM are what they are, and loaded by the forms that ask for them.
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    rolldownOptions: {
      // `'use client'` is for frameworks with server components.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      input: readdirSync(folder)
        .filter(name => name.endsWith('.html'))
        .map(name => fileURLToPath(new URL(name, folder))),
    },
  },
})
