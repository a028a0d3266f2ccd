import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A page that shows the upload panel in all its states, without a server. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '/tmp/uploads-gallery-cache',
  resolve: { alias: { 'vike/client/router': `${import.meta.dirname}/router.ts` } },
  plugins: [react(), tailwindcss()],
  build: { outDir: '/tmp/uploads-gallery', emptyOutDir: true, assetsInlineLimit: 0 },
})
