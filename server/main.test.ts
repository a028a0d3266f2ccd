import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { eventually } from '../tests/support/poll.ts'
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

t.test('a variable without effect is named at the start, and pages do not allow its origin', async (t) => {
  const content = 'https://content.example.org'
  const server = await testServer(t, { env: { CONTENT_URL: content } })
  // It may arrive after the ready line, which is in another stream.
  const named = () => [...server.logs().matchAll(/^(\S+) has no effect: /gm)].map(([, variable]) => variable)
  await eventually(t, named, [`CONTENT_URL=${content}`])
  const { headers } = await fetch(`${server.url}/sign-in`)
  t.match(headers.get('content-security-policy'), "media-src 'self' blob:;")
  t.notMatch(headers.get('content-security-policy'), content)
})
