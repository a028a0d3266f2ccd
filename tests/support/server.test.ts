import t from 'tap'
import { testServer } from './server.ts'

const ping = (url: string) =>
  fetch(`${url}/api/ping`).then(
    ({ status }) => status,
    () => 0,
  )

t.test('test server: starts, drains on SIGTERM, and restarts after kill -9', async (t) => {
  const server = await testServer(t, { database: 'embedded' })
  t.equal(await ping(server.url), 200)
  const { pid, url } = server

  await server.kill('SIGKILL')
  t.equal(await ping(url), 0)
  await server.restart()
  t.equal(server.url, url, 'on the same port')
  t.not(server.pid, pid)
  t.equal(await ping(url), 200, 'while the orphaned database runs')

  t.equal(await server.kill('SIGTERM'), 0, server.logs())
  t.equal(await ping(url), 0)
})
