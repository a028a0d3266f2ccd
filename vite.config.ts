import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'
import { emojiData } from './server/launch/emoji-data.ts'
import { pdfData } from './server/launch/pdf-data.mjs'
import { precompress } from './server/launch/precompress.mjs'

const builders = 'Array Boolean Enum Integer Literal Null Number Object Optional Record String Union Unknown'.split(' ')

/**
 * Browsers never check a schema, the server does: in their bundle the builders of modules/shared/schema.ts make nothing
 * (11 KB less on every page). A builder missing here fails the build.
 */
const schemasOnServerOnly: Plugin = {
  name: 'coffer:schemas-on-server-only',
  enforce: 'pre',
  resolveId(id) {
    return id === 'typebox' && this.environment.name === 'client' ? '\0no-schemas' : undefined
  },
  load(id) {
    if (id !== '\0no-schemas') return undefined
    return `const none = () => ({})\nexport { ${builders.map((name) => `none as ${name}`).join(', ')} }`
  },
}

/**
 * What seven pages or parts of pages share is one file. Left alone, each set of pages gets a file of its own: a page has
 * fifty of them, and a slow phone is busier with fetching and linking those than with running what is in them.
 */
const ground = { name: 'ground', tags: ['$initial' as const], test: /(?<!\.css)$/, minShareCount: 7 }

export default defineConfig({
  plugins: [schemasOnServerOnly, emojiData(), react(), tailwindcss(), vike(), pdfData(), precompress()],
  // Source maps would publish the source on every installation (SECURITY A22).
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [ground] } } } } } },
})
