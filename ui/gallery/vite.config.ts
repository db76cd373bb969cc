/** How the gallery is built: `npx vite ui/gallery` shows it, with changes as they are made. */
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['andiron-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0, // FHIRPath and UCUM are what they are, and loaded by the forms that ask for them.
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
})
