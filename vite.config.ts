import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'
import { browserContracts } from './server/launch/browser-contracts.ts'
import { emojiData } from './server/launch/emoji-data.ts'
import { pageEntries } from './server/launch/page-entries.mjs'
import { pdfData } from './server/launch/pdf-data.mjs'
import { precompress } from './server/launch/precompress.mjs'

/** A style sheet, or a component that imports one. */
const hasStyles = (id: string) =>
  /\.css$/.test(id) || (/\/modules\/.*\.tsx$/.test(id) && /^import '[^']+\.css'/m.test(readFileSync(id, 'utf8')))

/**
 * What seven pages or parts of pages share is one file. Left alone, each set of pages gets a file of its own: a page has
 * fifty of them, and a slow phone is busier with fetching and linking those than with running what is in them.
 *
 * Without the files screens, which visitors of links do not need. And without components that import style sheets: these
 * would join app.css in this file, which would differ from the server's app.css, and each page would have both.
 */
const ground = {
  name: 'ground',
  tags: ['$initial' as const],
  test: (id: string) => !/\/files-ui\//.test(id) && !hasStyles(id),
  minShareCount: 7,
}

export default defineConfig({
  plugins: [browserContracts(), emojiData(), react(), tailwindcss(), vike(), pdfData(), pageEntries(), precompress()],
  // Source maps would publish the source on every installation (SECURITY A22).
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [ground] } } } } } },
})
