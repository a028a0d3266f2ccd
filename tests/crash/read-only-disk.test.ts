import { randomBytes, randomUUID } from 'node:crypto'
import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { remount, smallDisk } from '../support/disks.ts'
import { eventually } from '../support/poll.ts'
import { testServer } from '../support/server.ts'
import { sha256Hex, uploadFile } from '../support/uploader.ts'

t.test(
  'R05: a disk that becomes read-only loses nothing: reads go on, uploads get 503 and resume after it',
  async (t) => {
    const disk = smallDisk(t, 1_100)
    if (!disk) return void t.comment('only root may mount a disk')
    const server = await testServer(t, { dataDir: disk, env: { LOG_LEVEL: 'fatal' } })
    const account = await createAccount(server)
    const headers = { authorization: `Bearer ${account.token}` }
    const target = { url: () => server.url, headers }
    const bytes = randomBytes(3 << 20)
    const early = await uploadFile(target, { name: 'early.bin', bytes, chunk: 1 << 20 })
    const read = async () => {
      const answer = await fetch(new URL(early.attributes.file_url, server.url), { headers })
      return sha256Hex(new Uint8Array(await answer.arrayBuffer()))
    }
    const query = {
      name: 'late.bin',
      upload_id: randomUUID(),
      total_size: String(bytes.length),
      is_last_chunk: 'false',
    }
    const send = async (offset: number) => {
      const answer = await fetch(
        `${server.url}/api/upload/chunks?${new URLSearchParams({ ...query, offset: String(offset) })}`,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: Buffer.from(bytes.subarray(offset, offset + (1 << 20))),
        },
      )
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    }
    const ready = async () => (await fetch(`${server.url}/health/ready`)).status
    t.match(await send(0), { status: 200 })

    remount(disk, 'ro')
    t.match(await send(1 << 20), { status: 503, retryAfter: /^\d+$/ })
    await eventually(t, ready, 503, 'not ready')
    t.equal((await fetch(`${server.url}/health/live`)).status, 200)
    t.equal(await read(), sha256Hex(bytes), 'files can be read')
    t.equal((await account.client.get('/api/browse/folders/all')).status, 200)

    remount(disk, 'rw')
    await eventually(t, ready, 200, 'ready again')
    const late = await uploadFile(target, { name: 'late.bin', bytes, chunk: 1 << 20, uploadId: query.upload_id })
    t.equal(late.attributes.size, bytes.length, 'the upload resumed at its offset')
    t.equal(await read(), sha256Hex(bytes))
  },
)
