import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    // `'use client'` is for frameworks with server components; @vitejs/plugin-react leaves these warnings out, too.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
})
