import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Present in an unpacked release, which is complete: nothing is installed or built. */
export const releaseFile = join(root, '.release.json')
export const isRelease = () => existsSync(releaseFile)

/** Command line that precedes the name of an operator's command, for texts of the server. */
export const operatorCommand = () =>
  process.env.COFFER_COMMAND ?? (isRelease() ? `node ${join(root, 'server', 'launch', 'cli.mjs')}` : 'npm run cli --')

/** Compiled code, which starts reuse; they then take a third less time. */
export const compileCache = join(root, 'node_modules', '.cache', 'node')

const binFolder = join(root, 'node_modules', '.bin')

const systems = { linux: 'linux', darwin: 'darwin', win32: 'win' }

/** Node versions that strip types without a flag or a warning. */
const canRunTypeScript = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

/**
 * The Node binary that runs TypeScript: the project's own Node 24 (an optional package of the lock file), else the current
 * one if it is new enough (macOS). Throws when there is neither.
 */
export const nodeBinary = () => {
  const name = process.platform === 'win32' ? 'node.exe' : join('bin', 'node')
  const own = join(root, 'node_modules', `node-${systems[process.platform]}-${process.arch}`, name)
  if (existsSync(own)) return own
  if (canRunTypeScript()) return process.execPath
  throw new Error(`Coffer needs Node 24 on ${process.platform}-${process.arch}; this is ${process.version}.`)
}

/** PATH with the project's programs first, as npm sets it for scripts. */
export const pathWithProject = () => [binFolder, process.env.PATH].join(delimiter)

/** PATH without the project's programs: npm must not run on a Node that it is about to replace. */
export const pathWithoutProject = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== binFolder)
    .join(delimiter)
