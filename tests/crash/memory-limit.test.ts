import { randomBytes } from 'node:crypto'
import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { memoryLimit } from '../support/memory-limit.ts'
import { testServer } from '../support/server.ts'
import { sha256Hex, uploadFile } from '../support/uploader.ts'

const lanes = 8
const mib = 1 << 20

t.test('R14: with 1 GiB of memory, large files go up and down and into a zip at once', async (t) => {
  const limit = memoryLimit(t, 1024 * mib)
  if (!limit) return void t.comment('there are no control groups that this account may make')
  const server = await testServer(t, { memoryFlags: true, env: { LOG_LEVEL: 'error' } })
  const { pid } = server
  limit.add(pid)
  const account = await createAccount(server)
  const headers = { authorization: `Bearer ${account.token}` }
  const target = { url: () => server.url, headers }
  const download = async (path: string) => {
    const answer = await fetch(new URL(path, server.url), { headers })
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  const lane = async (number: number): Promise<string[]> => {
    const bytes = randomBytes(48 * mib)
    const file = await uploadFile(target, { name: `${number}.bin`, bytes, chunk: 8 * mib })
    const read = await download(file.attributes.file_url)
    t.equal(sha256Hex(read.bytes), sha256Hex(bytes), `${number}.bin`)
    return [file.id]
  }
  const ids = (await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))).flat()
  const zip = await download(`/api/zip?items=${ids.map((id) => `${id}|file`).join(',')}`)
  t.equal(zip.status, 200)
  t.ok(zip.bytes.length > lanes * 48 * mib, 'all files are in it')
  t.equal(limit.kills(), 0)
  t.equal((await fetch(`${server.url}/health/ready`)).status, 200)
  t.equal(server.pid, pid)
})
