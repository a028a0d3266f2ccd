import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import t from 'tap'
import { testFolder } from '../tests/support/folders.ts'
import { poll } from '../tests/support/poll.ts'
import { notifyWhileStarting } from './notify-systemd.ts'

t.test('systemd: a start that takes longer than the limit extends it until the service is ready', async (t) => {
  const folder = testFolder(t)
  const log = join(folder, 'log')
  writeFileSync(log, '')
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> '${log}'\n`, { mode: 0o755 })
  const { PATH, NOTIFY_SOCKET } = process.env
  t.teardown(() => {
    process.env.PATH = PATH
    if (NOTIFY_SOCKET === undefined) delete process.env.NOTIFY_SOCKET
  })
  process.env.PATH = [folder, PATH].join(delimiter)
  const messages = () => readFileSync(log, 'utf8').split('\n').filter(Boolean)

  delete process.env.NOTIFY_SOCKET
  notifyWhileStarting(1)()
  process.env.NOTIFY_SOCKET = join(folder, 'socket')
  const ready = notifyWhileStarting(1)
  await poll(() => messages().length > 1)
  ready()
  await poll(() => messages().includes('--ready'))
  t.same([...new Set(messages())].sort(), ['--ready', 'EXTEND_TIMEOUT_USEC=180000000'])
  t.equal(messages().filter((message) => message === '--ready').length, 1)
})
