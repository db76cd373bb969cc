/** Builds the example from the installed packages, like any application. */
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // In this repository the packages resolve to their sources; omit this in other projects.
  resolve: { conditions: ['andiron-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    // `'use client'` is for frameworks with server components.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
})
