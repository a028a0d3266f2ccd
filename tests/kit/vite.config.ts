import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gallery of the kit, built separately from the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // Vike's router needs Vike's build.
  resolve: { alias: { 'vike/client/router': `${import.meta.dirname}/router.ts` } },
  build: { outDir: '/tmp/kit-gallery', emptyOutDir: true, assetsInlineLimit: 0 },
})
