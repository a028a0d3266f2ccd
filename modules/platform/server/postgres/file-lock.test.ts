import { chmodSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { withLock } from './file-lock.ts'

t.test('lock: one that this account may not read is taken over when its holder has ended', async (t) => {
  const dir = testFolder(t)
  const lock = join(dir, 'lock')
  writeFileSync(lock, '')
  utimesSync(lock, new Date(0), new Date(0))
  chmodSync(lock, 0)
  chmodSync(dir, 0o777)
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    t.throws(() => readFileSync(lock), { code: 'EACCES' })
    t.equal(await withLock(dir, async () => 'done'), 'done')
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})

t.test('lock: other accounts can read it whatever the umask', async (t) => {
  const dir = testFolder(t)
  const former = process.umask(0o077)
  t.teardown(() => process.umask(former))
  const mode = await withLock(dir, async () => statSync(join(dir, 'lock')).mode)
  t.equal(mode & 0o777, 0o644)
})

t.test('lock: a holder that renews it is waited for longer than the time limit', async (t) => {
  const dir = testFolder(t)
  const limitMs = 3_000
  let end = (): void => undefined
  const first = withLock(dir, () => new Promise<void>((resolve) => (end = resolve)))
  const second = withLock(dir, async () => 'done', limitMs)
  const renewals = new Set<number>()
  let failed: Error | null = null
  second.catch((error: Error) => (failed = error))
  await poll(() => {
    renewals.add(statSync(join(dir, 'lock')).mtimeMs)
    return failed !== null || renewals.size > 5
  })
  end()
  await first
  t.equal(await second, 'done')
})
