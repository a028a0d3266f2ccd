import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import t from 'tap'
import { createAccount, signUp } from '../../tests/support/actors.ts'
import { testApp } from '../../tests/support/app.ts'
import { appScript } from '../../tests/support/app-script.ts'
import { newBucket } from '../../tests/support/buckets.ts'
import { childEnv } from '../../tests/support/child-env.ts'
import { runCommandInProcess } from '../../tests/support/command.ts'
import { testObjectStore } from '../../tests/support/object-store.ts'
import { testServer } from '../../tests/support/server.ts'
import { putFile } from '../../tests/support/shares.ts'
import { tinyBucket } from '../../tests/support/tiny-bucket.ts'
import { sha256Hex, type UploadedFile, uploadFile } from '../../tests/support/uploader.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
// The server under test begins with its local store.
process.env.TEST_S3_URL = ''
const ceph = await testObjectStore(t)

t.test('blobs move: ends without a blob that the former store has lost when it is told to', async (t) => {
  const { url, objects } = await tinyBucket(t)
  const app = await testApp(t)
  const jane = await signUp(app)
  await putFile(jane, 'kept.txt', 'kept')
  await putFile(jane, 'lost.txt', 'lost')
  const { db, blobs } = app.coffer.platform
  const [lost] = await db.query<{ key: string }>(
    `select b.key from blobs b join items i on i.blob_id = b.id where i.name like 'lost%'`,
  )
  await blobs.unlink(lost?.key ?? '')
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const move = (...options: string[]) => runCommandInProcess(env, 'blobs', 'move', '--to', url, ...options)
  t.match(await move(), { code: 1, out: /1 copied/ })
  t.match(await move(), { code: 1, out: /The move goes on.*--without-damaged/ })
  t.match(await move('--without-damaged'), { code: 1, out: new RegExp(`missing or damaged: ${lost?.key}[^]*Moved`) })
  t.notMatch(readFileSync(join(app.dataDir, '.env'), 'utf8'), /BLOB_URL_PREVIOUS/)
  t.equal([...objects.keys()].filter((name) => name.startsWith('blobs/')).length, 1)
})

t.test('blobs take-over: a bucket that another copy has used can be used again', async (t) => {
  const { url, objects } = await tinyBucket(t)
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url, BLOB_URL: url }
  t.match(await runCommandInProcess(env, 'fsck'), { code: 0 })
  objects.set('coffer-use', Buffer.from('of-the-copy'))
  t.match(await runCommandInProcess(env, 'fsck'), {
    code: 1,
    err: /has used the bucket files since.* run npm run cli -- blobs take-over/,
  })
  t.match(await runCommandInProcess(env, 'blobs', 'take-over'), { code: 0, out: /takes its bucket/ })
  t.match(await runCommandInProcess(env, 'fsck'), { code: 0 })
})

if (ceph)
  t.test('blobs move: a running instance moves to an object store without losing a file', async (t) => {
    const to = await newBucket(ceph.url)
    const server = await testServer(t, { env: { LOG_LEVEL: 'error' } })
    const account = await createAccount(server)
    const target = { url: () => server.url, headers: { authorization: `Bearer ${account.token}` } }
    const files: { file: UploadedFile; sha256: string }[] = []
    const upload = async (size: number) => {
      const bytes = randomBytes(size)
      const file = await uploadFile(target, { name: `${files.length}.bin`, bytes, chunk: 4 << 20 })
      files.push({ file, sha256: sha256Hex(bytes) })
    }
    const checkAll = async (when: string) => {
      for (const { file, sha256 } of files) {
        const answer = await fetch(new URL(file.attributes.file_url, server.url), { headers: target.headers })
        t.equal(sha256Hex(new Uint8Array(await answer.arrayBuffer())), sha256, `${file.attributes.name} ${when}`)
      }
    }
    const cli = async (...args: string[]) => {
      const env = { ...childEnv, ...server.cliEnv }
      return (await run(process.execPath, [appScript('cli'), ...args], { cwd: root, env })).stdout
    }
    const dotEnv = () => parseEnv(readFileSync(join(server.dataDir, '.env'), 'utf8'))
    for (const size of [100, 3_000_000, 20_000_000]) await upload(size)

    t.match(await cli('blobs', 'move', '--to', to), /3 blobs: 0 were there, 3 copied/)
    t.match(dotEnv(), { BLOB_URL: to, BLOB_URL_PREVIOUS: 'local', APP_KEY: /.{40}/ })
    await upload(200_000)
    await checkAll('before the restart')
    await server.kill()
    await server.restart()
    await upload(9_000_000)
    await checkAll('while it is moved')

    t.match(await cli('blobs', 'move', '--to', to), /5 blobs: 4 were there, 1 copied/)
    t.equal(dotEnv().BLOB_URL_PREVIOUS, undefined)
    await server.kill()
    rmSync(join(server.dataDir, 'blobs'), { recursive: true })
    await server.restart()
    await checkAll('from the new store alone')
    t.match(await cli('blobs', 'move', '--to', to), /already/)
    t.match(await cli('fsck', '--deep'), /5 blobs, \d+ bytes, 0 findings/)
    t.notMatch(server.logs(), /signs/, 'no secret is logged')
  })
