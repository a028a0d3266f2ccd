import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const kinds = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
const base = `assets/pdfjs-${version}`

/**
 * Vite plugin: serves the data that pdf.js fetches on demand (fonts that PDFs may omit, encodings of Asian text, decoders
 * of rare image formats) from the installation's own origin, under a versioned URL.
 * @returns {import('vite').Plugin}
 */
export const pdfData = () => ({
  name: 'coffer:pdf-data',
  generateBundle() {
    if (this.environment?.name !== 'client') return
    for (const kind of kinds)
      for (const name of readdirSync(join(folder, kind)))
        this.emitFile({
          type: 'asset',
          fileName: `${base}/${kind}/${name}`,
          source: readFileSync(join(folder, kind, name)),
        })
  },
  configureServer(server) {
    server.middlewares.use(`/${base}`, (request, response, next) => {
      const [, kind = '', name = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? []
      if (!kinds.includes(kind) || !readdirSync(join(folder, kind)).includes(name)) return next()
      if (name.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm')
      response.end(readFileSync(join(folder, kind, name)))
    })
  },
})
