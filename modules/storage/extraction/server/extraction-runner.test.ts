import t from 'tap'
import { poll } from '../../../../tests/support/poll.ts'
import { BlobError, type Db, type SessionLock } from '../../../platform/index.ts'
import { ExtractionRunner } from './extraction-runner.ts'

type Deps = ConstructorParameters<typeof ExtractionRunner>[0]

/** A runner of extractions that wait in memory, one for each account. `run` works on one until its promise ends. */
const runnerOf = (
  waiting: readonly string[],
  run: Deps['turns']['run'],
  given: Partial<Deps> = {},
  { ended = new Set<string>(), isKept = true, counter = { attempts: 0 } } = {},
) => {
  const rows = () => waiting.filter((id) => !ended.has(id)).map((id) => ({ id, actor_id: id, scope: {} }))
  const query = async (text: string, [value]: unknown[] = []) => {
    if (text.includes('count(*)')) return [{ n: rows().length }]
    if (text.includes('distinct on')) return rows().filter(({ id }) => !(value as string[]).includes(id))
    if (text.includes('attempts + 1')) counter.attempts += 1
    if (text.includes('attempts - 1')) counter.attempts -= 1
    if (text.includes('greatest(attempts, 1)')) return [counter]
    if (text.includes('join blobs')) return isKept ? [{}] : []
    if (text.includes('with was')) ended.add(value as string)
    return rows().flatMap((row) => (row.id === value ? { ...row, ...counter } : []))
  }
  const log = { warn: () => undefined, error: () => undefined }
  return new ExtractionRunner({
    db: { query } as unknown as Db,
    log: log as unknown as Deps['log'],
    locks: { tryAcquire: async () => lockOf() } as unknown as Deps['locks'],
    grants: { isValid: async () => true },
    operations: { publish: async () => undefined } as unknown as Deps['operations'],
    turns: { run },
    blobs: {} as Deps['blobs'],
    ...given,
  })
}
const lockOf = (release = () => {}): SessionLock => ({ isHeld: () => true, release })

t.test('an extraction whose lock is acquired while the process stops does not begin', async (t) => {
  const acquired = Promise.withResolvers<SessionLock>()
  const asked = Promise.withResolvers<void>()
  const begun: string[] = []
  const tryAcquire = () => {
    asked.resolve()
    return acquired.promise
  }
  const runner = runnerOf(['a'], async ({ id }) => begun.push(id) > 0, {
    locks: { tryAcquire } as unknown as Deps['locks'],
  })
  runner.start()
  await asked.promise
  const stopped = runner.stop()
  let released = 0
  acquired.resolve(lockOf(() => void released++))
  await stopped
  t.same(begun, [])
  t.equal(released, 1)
})

t.test('large files that take longer than a turn leave their slots to others, up to a limit', async (t) => {
  const now = performance.now.bind(performance)
  let later = 0
  t.intercept(performance, 'now', { value: () => now() + later })
  const begun = new Map<string, { mustYield(): boolean; done(isDone: boolean): void }>()
  const waiting = ['a', 'b']
  const runner = runnerOf(waiting, ({ id }, _signal, mustYield) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    begun.set(id, { mustYield, done: resolve })
    return promise
  })
  const running = (...ids: string[]) =>
    poll(() => {
      runner.wake()
      return ids.every((id) => begun.has(id))
    })
  runner.start()
  await running('a', 'b')
  later += 16_000
  t.equal(begun.get('a')?.mustYield(), false, 'no other one waits')
  waiting.push('c', 'd', 'e')
  await running('c', 'd')
  t.notOk(begun.has('e'))
  t.equal(begun.get('a')?.mustYield(), true)
  t.equal(begun.get('c')?.mustYield(), false, 'within its turn')
  begun.get('c')?.done(true)
  await running('e')
  for (const { done } of begun.values()) done(true)
  await runner.stop()
})

t.test('an extraction is tried again after each error that may pass', async (t) => {
  const attemptsOf = async (error: Error, isKept = true) => {
    let attempts = 0
    const ended = new Set<string>()
    const fail = async () => {
      attempts += 1
      throw error
    }
    const runner = runnerOf(['a'], fail, {}, { ended, isKept })
    runner.start()
    await poll(() => ended.size > 0)
    await runner.stop()
    return attempts
  }
  t.equal(await attemptsOf(new Error('unexpected')), 9)
  t.equal(await attemptsOf(new BlobError('unhealthy')), 9)
  t.equal(await attemptsOf(new BlobError('missing')), 9, 'a disk that is not mounted')
  t.equal(await attemptsOf(new BlobError('missing'), false), 1, 'an archive that was deleted')
})

t.test(
  'an extraction that has ended its process in nine attempts fails; a process that stops is no attempt',
  async (t) => {
    const counter = { attempts: 8 }
    const ended = new Set<string>()
    const begun = Promise.withResolvers<void>()
    const untilStopped: Deps['turns']['run'] = async (_op, signal) => {
      begun.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw signal.reason
    }
    const stopped = runnerOf(['a'], untilStopped, {}, { ended, counter })
    stopped.start()
    await begun.promise
    t.equal(counter.attempts, 9, 'counted as it begins')
    await stopped.stop()
    t.same([counter.attempts, ended.size], [8, 0])
    counter.attempts = 9
    const another: Deps['turns']['run'] = async ({ id }) => {
      ended.add(id)
      return t.fail('another attempt')
    }
    const runner = runnerOf(['a'], another, {}, { ended, counter })
    runner.start()
    await poll(() => ended.size > 0)
    await runner.stop()
  },
)
