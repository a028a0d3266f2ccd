import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { eventually, poll } from '../support/poll.ts'
import { randomBytes, seeded } from '../support/random.ts'
import { testServer } from '../support/server.ts'
import { downloadedSha256, listAll, sha256, testQueue } from '../support/upload-queue.ts'

t.test('R02: the server is killed and restarted during uploads: they resume by themselves', async (t) => {
  const server = await testServer(t)
  const { client, token } = await createAccount(server)
  const random = seeded(7)
  const wanted = new Map<string, string>()
  const files = Array.from({ length: 60 }, (_, index) => {
    const bytes = randomBytes(index % 20 === 0 ? 24 << 20 : 30_000, random)
    wanted.set(`f${index}`, sha256(bytes))
    return { path: `f${index}`, file: new File([bytes], `f${index}`) }
  })
  const queue = testQueue(t, server.url, token)
  await queue.uploads.add({ files, emptyFolders: [] }, { id: null, name: 'Files' })
  for (const count of [3, 30]) {
    await poll(() => queue.uploads.state.counters.done >= count)
    await server.kill('SIGKILL')
    await eventually(t, async () => queue.uploads.state.offline, true, 'the panel says that it waits')
    await server.restart()
  }
  await queue.idle()
  t.match(queue.uploads.state, { offline: false, phase: 'finished', counters: { done: 60, failed: 0 } })
  const listed = await listAll(client, null)
  t.equal(listed.length, 60)
  for (const item of listed) {
    t.equal(await downloadedSha256(client, item), wanted.get(item.attributes.name), item.attributes.name)
  }
})
