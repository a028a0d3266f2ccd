import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { startEmbedded } from './embedded.ts'
import { readPidFile } from './pid-file.ts'
import { findChild } from './processes.ts'

t.test('postgres: a recovery that takes longer than the time limit of the start is waited for', async (t) => {
  const dir = join(testFolder(t), 'postgres')
  const data = join(dir, 'data')
  const ended = join(data, 'ended')
  await (await startEmbedded(dir)).stop()
  // The process that recovers asks for archived files, and waits for the answer.
  writeFileSync(join(data, 'recovery.signal'), '')
  const restore_command = 'until test -e ended; do sleep 0.05; done; false'
  let outcome = 'pending'
  const started = startEmbedded(dir, { settings: { restore_command } })
  started.then(
    () => (outcome = 'started'),
    () => (outcome = 'failed'),
  )
  t.teardown(() => started.then((server) => server.stop()).catch(() => undefined))
  t.teardown(() => writeFileSync(ended, ''))
  const pid = () => readPidFile(data)?.pid ?? 0
  await poll(() => outcome !== 'pending' || (pid() > 0 && Boolean(findChild(pid(), /^postgres: startup/))))
  const recovering = pid()

  const clocks = [performance, Date] as const
  let asked = 0
  for (const clock of clocks) {
    const now = clock.now.bind(clock)
    clock.now = () => {
      asked += 1
      return now() + 121_000
    }
    t.teardown(() => {
      clock.now = now
    })
  }
  await poll(() => outcome !== 'pending' || asked > 12)
  t.equal(outcome, 'pending')
  writeFileSync(ended, '')
  await started
  t.equal(pid(), recovering, 'the same server')
})
