/** How the example is built: as any application is, from the installed packages. */
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // In this repository the packages are read from their sources; leave this out elsewhere.
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
