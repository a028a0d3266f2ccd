import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { eventually } from '../support/poll.ts'
import { randomBytes, seeded } from '../support/random.ts'
import { testServer } from '../support/server.ts'
import { downloadedSha256, listAll, sha256, testQueue } from '../support/upload-queue.ts'

t.test('R02: the server is killed and restarted during uploads: they resume by themselves', async (t) => {
  const server = await testServer(t)
  const { client, token } = await createAccount(server)
  const random = seeded(7)
  const wanted = new Map<string, string>()
  const files = Array.from({ length: 240 }, (_, index) => {
    const bytes = randomBytes(index % 80 === 0 ? 24 << 20 : 30_000, random)
    wanted.set(`f${index}`, sha256(bytes))
    return { path: `f${index}`, file: new File([bytes], `f${index}`) }
  })
  const queue = testQueue(t, server.url, token)
  await queue.uploads.add({ files, emptyFolders: [], unreadable: [] }, { id: null, name: 'Files' })
  const { uploads } = queue
  /** At the event, because the rest is uploaded within the pause of a poll. */
  const uploaded = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (uploads.state.counters.done < count) return
        stop()
        resolve()
      }
      const stop = uploads.onUploaded(check)
      check()
    })
  for (const count of [3, 120]) {
    await uploaded(count)
    await server.kill('SIGKILL')
    await eventually(t, async () => queue.uploads.state.offline, true, 'the panel says that it waits')
    await server.restart()
  }
  await queue.idle()
  t.match(queue.uploads.state, { offline: false, phase: 'finished', counters: { done: 240, failed: 0 } })
  const listed = await listAll(client, null)
  t.equal(listed.length, 240)
  for (const item of listed) {
    t.equal(await downloadedSha256(client, item), wanted.get(item.attributes.name), item.attributes.name)
  }
})
