import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss(), vike()],
  // Source maps would publish the source on every installation (SECURITY A22).
  build: { sourcemap: false, assetsInlineLimit: 0 },
})
