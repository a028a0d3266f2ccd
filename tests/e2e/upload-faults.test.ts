import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { faultProxy } from '../support/fault-proxy.ts'
import { randomBytes, seeded } from '../support/random.ts'
import { downloadedSha256, listAll, sha256, testQueue } from '../support/upload-queue.ts'

const root = { id: null, name: 'Files' }
const chunk = 64 * 1024

t.test('A24, A25: 200 files despite 20 % lost requests and 20 % lost responses: byte-exact, none twice', async (t) => {
  const app = await testApp(t)
  await app.coffer.platform.settings.set({ chunk_size: chunk / 2 ** 20 })
  const { client, token } = await createAccount(app)
  const seed = Number(process.env.SEED ?? 20)
  const random = seeded(seed)
  const wanted = new Map<string, string>()
  const files = Array.from({ length: 200 }, (_, index) => {
    // Mostly small, every eighth of several chunks, and one of zeros, whose content would not reveal a repeated chunk.
    const size = index % 8 === 0 ? chunk + Math.floor(random() * 4 * chunk) : 1 + Math.floor(random() * 20_000)
    const bytes = index === 16 ? new Uint8Array(3 * chunk) : randomBytes(size, random)
    const name = `file ${index}.bin`
    wanted.set(name, sha256(bytes))
    return { file: new File([bytes], name, { lastModified: 1_700_000_000_000 + index }), path: name }
  })
  const proxy = await faultProxy(t, () => app.url, { requests: 0.2, answers: 0.2 }, seed)
  const queue = testQueue(t, proxy.url, token)
  await queue.uploads.add({ files, emptyFolders: [], unreadable: [] }, root)
  await queue.idle()

  t.comment(`seed ${seed}`, proxy.counts)
  t.match(queue.uploads.state.counters, { files: 200, done: 200, failed: 0 })
  // Small files share requests, the more of them the slower the machine: 160 to 340 requests.
  t.ok(proxy.counts.droppedRequests > 8 && proxy.counts.droppedAnswers > 8, 'there were enough faults')
  const listed = await listAll(client, null)
  t.equal(listed.length, 200, 'none is missing, none exists twice')
  t.equal(queue.items.length, 200)
  const exact = await Promise.all(
    listed.map(async (item) => (await downloadedSha256(client, item)) === wanted.get(item.attributes.name)),
  )
  t.equal(exact.filter(Boolean).length, 200, 'every file is byte-exact')
  t.equal(new Set(listed.map(({ attributes }) => attributes.modified_at)).size, 200, 'each has its own time')
})
