// Node strips no types in node_modules, where npx puts a release: this does it for the product's own files.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

registerHooks({
  load: (url, context, next) =>
    url.startsWith('file:') && new URL(url).pathname.endsWith('.ts')
      ? {
          format: 'module',
          source: stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8')),
          shortCircuit: true,
        }
      : next(url, context),
})
