import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a script in namespaces of its own, as `unshare` creates them; resolves to its output. Needs root. */
export const inNamespaces = async (options: readonly string[], script: string): Promise<string> => {
  const { stdout } = await promisify(execFile)('unshare', [
    ...options,
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ])
  return stdout.trim()
}
