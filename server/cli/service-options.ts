import { accessSync, constants } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseOrigin } from '../../modules/platform/index.ts'
import { isRelease, root } from '../launch/paths.mjs'
import { readUnitEnvironment } from '../launch/service-unit.mjs'
import { UsageError } from './args.ts'
import { isPlainPath, type ServiceOptions } from './service-files.ts'

const plainPath = (path: string, name: string): string => {
  const absolute = resolve(path)
  if (!isPlainPath(absolute)) throw new UsageError(`${name} may contain letters, digits and ._+@- only: ${absolute}`)
  return absolute
}

/** A Node with npm beside it. The `node` that runs this command is the project's own, which an installation replaces. */
const toolsFolder = (): string => {
  const { npm_node_execpath: ofNpm, PATH: path = '' } = process.env
  const candidates = [...(ofNpm ? [dirname(ofNpm)] : []), ...path.split(':')]
  const toolsPath = candidates.find((folder) => {
    try {
      for (const name of ['node', 'npm']) accessSync(join(folder, name), constants.X_OK)
      return !resolve(folder).startsWith(resolve(root))
    } catch {
      return false
    }
  })
  if (!toolsPath) throw new Error('a checkout needs node and npm of the system in PATH; a release does not')
  return plainPath(toolsPath, 'the folder of node')
}

/** Values of omitted options, from the installed unit: an upgrade keeps the URL and the data folder. */
export const installedServiceOptions = (
  values: Record<string, string | undefined>,
  target: string,
): Record<string, string> => {
  const { DATA_DIR, APP_URL } = readUnitEnvironment(target) ?? {}
  const installed = Object.entries({ 'data-dir': DATA_DIR, 'app-url': APP_URL })
  return Object.fromEntries(installed.flatMap(([name, value]) => (value && !values[name] ? [[name, value]] : [])))
}

/** Options of the command line. Throws for values that a unit file cannot hold. */
export const parseServiceOptions = (values: Record<string, string | undefined>): ServiceOptions => ({
  folder: plainPath(root, 'the folder of Coffer'),
  node: plainPath(process.execPath, 'the path of node'),
  dataDir: plainPath(values['data-dir'] ?? '/var/lib/coffer', '--data-dir'),
  appUrl: values['app-url'] === undefined ? undefined : parseOrigin(values['app-url']),
  toolsFolder: isRelease() ? null : toolsFolder(),
})
