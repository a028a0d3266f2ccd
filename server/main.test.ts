import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { testServer } from '../tests/support/server.ts'

/** Linux only. */
const threadsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim())

if (existsSync('/proc/self/task'))
  t.test('the built server has the threads that concurrent syncs to disk need', async (t) => {
    const server = await testServer(t)
    t.equal(threadsOf(server.pid).filter((name) => name === 'libuv-worker').length, 12)
  })
else t.pass('threads have no names here')
