import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../tests/support/folders.ts'
import { threadPriorities } from '../../../tests/support/processes.ts'
import { IsolatedProcess, lowerPriority } from './isolated-process.ts'

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

t.test('isolated process: one that has kept much memory is replaced, which the next request needs', async (t) => {
  const script = join(testFolder(t), 'script.mjs')
  const source = `const kept = []
    process.on('message', ({ mebibytes }) => {
      if (mebibytes) kept.push(Buffer.alloc(mebibytes << 20, 1))
      process.send({ kind: 'done', pid: process.pid })
    })
    process.send({ kind: 'ready' })`
  writeFileSync(script, source)
  const isolated = new IsolatedProcess<{ mebibytes: number }, { pid: number }>(script)
  t.teardown(() => isolated.stop())
  const pids: (number | undefined)[] = []
  for (const mebibytes of [0, 0, 300, 300]) pids.push((await isolated.run({ mebibytes }))?.pid)
  const [first, second, third, fourth] = pids
  t.ok(first)
  t.strictSame([second, third], [first, first])
  t.ok(fourth && fourth !== first, 'both need 300 of 512 MiB')
})

t.test('isolated process: processor time is limited, also where waiting is not', async (t) => {
  const script = join(testFolder(t), 'script.mjs')
  const source = `process.on('message', ({ isBusy }) => {
      while (isBusy);
      setTimeout(() => process.send({ kind: 'done' }), 600)
    })
    process.send({ kind: 'ready' })`
  writeFileSync(script, source)
  const isolated = new IsolatedProcess<{ isBusy: boolean }, object>(script, { processorLimitMs: 300 })
  t.teardown(() => isolated.stop())
  t.ok(await isolated.run({ isBusy: false }))
  t.equal(await isolated.run({ isBusy: true }), null)
  t.ok(await isolated.run({ isBusy: false }), 'in a new process')
})
