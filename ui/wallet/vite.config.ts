/**
 * Builds the pages: every HTML file of this folder is a page; its scripts and styles become hashed assets.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'
import { installable, WORKER } from './installable.ts'
import { pinned } from './pinned.ts'

const folder = new URL('.', import.meta.url)

export default defineConfig({
  root: fileURLToPath(folder),
  base: '/',
  plugins: [pinned(), installable()],
  // Resolve the packages of this tree to their sources; nothing has to be built first.
  resolve: { conditions: ['andiron-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  // Workers load engines that only some forms need by dynamic import, which requires ES modules.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // The pages' policy does not permit data: URLs.
    assetsInlineLimit: 0,
    // FHIRPath and UCUM are large, and only the forms that need them load them.
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    rolldownOptions: {
      // `'use client'` is for frameworks with server components.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      input: {
        ...Object.fromEntries(
          readdirSync(folder)
            .filter(name => name.endsWith('.html'))
            .map(name => [name.replace('.html', ''), fileURLToPath(new URL(name, folder))]),
        ),
        [WORKER]: fileURLToPath(new URL('app/worker.ts', folder)),
      },
      output: {
        // A service worker has one address.
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
