import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { threadPriorities } from '../../../tests/support/processes.ts'
import { lowerPriority } from './isolated-process.ts'

t.test('isolated process: threads that run already are lowered too', async (t) => {
  const script = `new (require('node:worker_threads').Worker)('setInterval(() => {}, 1_000)', { eval: true })
    .on('online', () => console.log('ready'))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const pid = child.pid as number
  t.ok(threadPriorities(pid).length > 4)
  lowerPriority(pid)
  t.strictSame([...new Set(threadPriorities(pid))], [19])
})
