/** Builds the page beside the compiled server. */
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // In this repository the packages resolve to their sources; omit this in other projects.
  resolve: { conditions: ['andiron-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    outDir: fileURLToPath(new URL('../../../dist/examples/study/page/', import.meta.url)),
    emptyOutDir: true,
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    // `'use client'` is for frameworks with server components.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
})
