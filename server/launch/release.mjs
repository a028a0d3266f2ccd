// npm run release: one archive with the build and the production packages of this platform, which `node` alone can start.
import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { commitOf } from './build-id.mjs'
import { ensureBundled } from './bundle.mjs'
import { launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { makeRunnable } from './npx-package.mjs'
import { pathWithoutProject, releaseFile, root } from './paths.mjs'
import { filesBelow, prunePackages } from './prune-packages.mjs'
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
/** Sources of the browser are in the build, its assets in `dist/client`; tests and pictures of the documents are of no use to a server. */
const isShipped = (path) =>
  !/\.test\.tsx?$|\.tsx$|\/tests(\/|$)|^docs\/(screenshots|decisions)(\/|$)|\.br\.map$|^dist\/server\/assets(\/|$)/.test(
    relative(root, path),
  )

const run = (command, args, cwd) => {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: pathWithoutProject(), npm_config_loglevel: 'error' },
  })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}`)
}

const sizeOf = (folder) => filesBelow(folder).reduce((sum, path) => sum + lstatSync(path).size, 0)

/** Makes the archive of a folder that starts. */
const pack = async (folder) => {
  await startOnce(folder)
  const archive = `${folder}.tar.gz`
  // Unpacked by root, files keep their owner's id, which could be anybody's on this machine.
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w']
  run('tar', [...owner, '-C', dirname(folder), '-czf', archive, basename(folder)], root)
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
  prunePackages(join(folder, 'node_modules'))
  makeRunnable(folder)
  writeFileSync(join(folder, basename(releaseFile)), `${JSON.stringify({ version, commit: commitOf() })}\n`)
  // Images are built from an unpacked release, in which it may have been tried.
  writeFileSync(join(folder, '.dockerignore'), 'data\n')
  pack(folder).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
})
