/** Builds the gallery. `npx vite ui/gallery` serves it with hot reload. */
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'
import { writeTexts } from '../languages/write.ts'

writeTexts()

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['andiron-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0, // FHIRPath and UCUM are large, and only the forms that need them load them.
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      input: ['index.html', 'design.html'].map(name => fileURLToPath(new URL(name, import.meta.url))),
    },
  },
})
