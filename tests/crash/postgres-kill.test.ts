import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { readPidFile } from '../../modules/platform/server/postgres/pid-file.ts'
import { waitForExit } from '../../modules/platform/server/postgres/processes.ts'
import { createAccount } from '../support/actors.ts'
import { uploadLegacy } from '../support/legacy-uploader.ts'
import { testServer } from '../support/server.ts'
import { sha256Hex, uploadFile } from '../support/uploader.ts'

t.test('R01, R03, A24: acknowledged uploads survive a PostgreSQL crash, with and without upload_id', async (t) => {
  const server = await testServer(t, { database: 'embedded', env: { LOG_LEVEL: 'fatal' } })
  const account = await createAccount(server)
  const target = { url: () => server.url, headers: { authorization: `Bearer ${account.token}` } }
  const killPostgres = async () => {
    const running = readPidFile(join(server.dataDir, 'postgres', 'data'))
    if (!running) return
    process.kill(running.pid, 'SIGKILL')
    await waitForExit(running.pid, 5_000)
  }
  const stored = async ({ attributes }: { attributes: { file_url: string } }) => {
    const answer = await fetch(new URL(attributes.file_url, server.url), { headers: target.headers })
    return sha256Hex(new Uint8Array(await answer.arrayBuffer()))
  }
  for (const form of ['raw', 'multipart'] as const) {
    const bytes = randomBytes(8 * 200_000)
    let kills = 0
    const file = await uploadLegacy(target, {
      name: `${form}.bin`,
      bytes,
      chunk: 200_000,
      form,
      acknowledged: async (chunks) => {
        if (chunks % 3 !== 1) return
        kills += 1
        await killPostgres()
      },
    })
    t.equal(kills, 3)
    t.equal(file.attributes.size, bytes.length, `${form}: no chunk is missing`)
    t.equal(await stored(file), sha256Hex(bytes), `${form}: the file is what was sent`)
  }
  const bytes = randomBytes(3_000_000)
  const uploading = uploadFile(target, { name: 'offsets.bin', bytes, chunk: 200_000 })
  await killPostgres()
  t.equal(await stored(await uploading), sha256Hex(bytes), 'the upload with offsets restarts at the right offset')
})
