import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { startEmbedded } from './embedded.ts'
import { readPidFile } from './pid-file.ts'
import { processFingerprint } from './processes.ts'

const moduleUrl = (name: string) => new URL(name, import.meta.url).href
/** Runs a script in a mount namespace of its own, in which /proc shows no process. */
const withoutProc = (script: string): string => {
  const hidden = 'mount -t tmpfs tmpfs /proc && exec "$0" --input-type=module -e "$1"'
  return execFileSync('unshare', ['-m', 'sh', '-c', hidden, process.execPath, script], { encoding: 'utf8' }).trim()
}
const isPossible = (): boolean => {
  try {
    return process.getuid?.() === 0 && withoutProc('console.log(1)') === '1'
  } catch {
    return false
  }
}

t.test(
  'postgres: a server that /proc hides, as from a service with ProtectProc, counts as running',
  { skip: !isPossible() && 'needs root and mount namespaces' },
  async (t) => {
    const dir = join(testFolder(t), 'postgres')
    const data = join(dir, 'data')
    const server = await startEmbedded(dir)
    const seen = withoutProc(`
      const { findServer, ignoredPid } = await import('${moduleUrl('./pid-file.ts')}')
      const { stillRuns } = await import('${moduleUrl('./processes.ts')}')
      console.log(JSON.stringify([findServer('${data}'), ignoredPid('${data}'), stillRuns('${processFingerprint(process.pid)}')]))`)
    t.strictSame(JSON.parse(seen), [readPidFile(data), {}, true])
    await server.stop()
  },
)
