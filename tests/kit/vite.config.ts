import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gallery of the kit: a page to look at, built apart from the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: { outDir: '/tmp/kit-gallery', emptyOutDir: true, assetsInlineLimit: 0 },
})
