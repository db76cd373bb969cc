/**
 * Builds the pages: every HTML file of this folder is a page; its scripts and styles become hashed assets.
 */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'
import { writeTexts } from '../languages/write.ts'
import { compressed } from './build/compressed.ts'
import { described } from './build/described.ts'
import { fetchedFirst, filesOfPart } from './build/fetched-first.ts'
import { installable, WORKER } from './build/installable.ts'
import { pinned } from './build/pinned.ts'
import { preloaded } from './build/preloaded.ts'
import { sharedFiles } from './build/shared.ts'
import { shells } from './build/shells.ts'

const folder = new URL('.', import.meta.url)

const inputs = readdirSync(folder)
  .filter(name => name.endsWith('.html'))
  .map(name => fileURLToPath(new URL(name, folder)))

// An open profile: most of its page, which the choice of a profile does without.
const profile = fileURLToPath(new URL('profile/open-profile.tsx', folder))
// The client of the storage nodes, which the frame, a consent and the choice of a profile do without.
const nodes = fileURLToPath(new URL('../sdk/nodes.ts', folder))
const early = fileURLToPath(new URL('shell/loading/critical-path.ts', folder))

writeTexts()

export default defineConfig({
  root: fileURLToPath(folder),
  base: '/',
  plugins: [fetchedFirst(), preloaded(), shells(), described(), pinned(), installable(), compressed()],
  resolve: {
    // Resolve the packages of this tree to their sources; nothing has to be built first.
    conditions: ['andiron-source', ...defaultClientConditions],
    // Components are written and tested for React; the pages draw them with Preact, a seventh of its size.
    alias: [
      { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
      {
        find: 'react-dom/client',
        replacement: fileURLToPath(new URL('shell/loading/create-root.ts', folder)),
      },
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
    ],
  },
  // Workers load engines that only some forms need by dynamic import, which requires ES modules.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // The pages' policy does not permit data: URLs.
    assetsInlineLimit: 0,
    // Browsers without it load the same files a little later.
    modulePreload: { polyfill: false, resolveDependencies: filesOfPart },
    // FHIRPath and UCUM are large, and only the forms that need them load them.
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    rolldownOptions: {
      // `'use client'` is for frameworks with server components.
      // The SDK for nodes is in a file that the frame loads on demand, and other pages at once.
      checks: { pluginTimings: false, moduleLevelDirective: false, ineffectiveDynamicImport: false },
      input: {
        ...Object.fromEntries(inputs.map(path => [basename(path, '.html'), path])),
        early,
        [WORKER]: fileURLToPath(new URL('app/worker.ts', folder)),
      },
      output: {
        codeSplitting: { groups: sharedFiles([...inputs, profile, nodes], early) },
        // A service worker has one address.
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
