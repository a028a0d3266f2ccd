import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'
import { browserContracts } from './server/launch/browser-contracts.ts'
import { emojiData } from './server/launch/emoji-data.ts'
import { pageEntries } from './server/launch/page-entries.mjs'
import { pdfData } from './server/launch/pdf-data.mjs'
import { precompress } from './server/launch/precompress.mjs'

/**
 * What seven pages or parts of pages share is one file. Left alone, each set of pages gets a file of its own: a page has
 * fifty of them, and a slow phone is busier with fetching and linking those than with running what is in them.
 */
const ground = { name: 'ground', tags: ['$initial' as const], test: /(?<!\.css)$/, minShareCount: 7 }

export default defineConfig({
  plugins: [browserContracts(), emojiData(), react(), tailwindcss(), vike(), pdfData(), pageEntries(), precompress()],
  // Source maps would publish the source on every installation (SECURITY A22).
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [ground] } } } } } },
})
