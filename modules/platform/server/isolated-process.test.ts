import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
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

t.test('isolated process: an end that no limit of its own explains may be of the machine', async (t) => {
  const script = join(testFolder(t), 'script.mjs')
  const source = `process.on('message', ({ answer, mebibytes }) => {
      if (mebibytes) globalThis.kept = Buffer.alloc(mebibytes << 20, 1)
      if (answer) process.send({ kind: answer })
    })
    process.send({ kind: 'ready' })`
  writeFileSync(script, source)
  const isolated = new IsolatedProcess<{ answer?: string; mebibytes?: number }, object>(script, { timeLimitMs: 1_500 })
  t.teardown(() => isolated.stop())
  const ended = { message: `${script} ended` } as Error
  await t.rejects(isolated.run({}), ended, 'too little of the processor within the time limit')
  t.equal(await isolated.runOnce({}), null)
  t.equal(await isolated.run({ answer: 'failed' }), null, 'the script says so')
  const { pid = 0 } = Reflect.get(isolated, 'child')
  const killed = isolated.run({})
  const rejected = t.rejects(killed, ended, 'killed from outside')
  await setImmediate()
  process.kill(pid, 'SIGKILL')
  await rejected
  t.equal(await isolated.run({ mebibytes: 600 }), null, 'its own limit of memory')
  t.ok(await isolated.run({ answer: 'done' }))
})
