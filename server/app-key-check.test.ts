import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadConfig, requireAppKey } from '../modules/platform/index.ts'
import type { FileRequest, ShareLink } from '../modules/sharing/contract.ts'
import { anonymous, signIn, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { runCommandInProcess } from '../tests/support/command.ts'
import { makeFileRequest } from '../tests/support/file-requests.ts'
import { testFolder } from '../tests/support/folders.ts'
import { makeFolder, makeShare } from '../tests/support/shares.ts'
import { encryptedData } from './encrypted-data.ts'

t.test('a database is opened with its own APP_KEY only', async (t) => {
  const app = await testApp(t)
  const { db, config } = app.coffer.platform
  const jane = await signUp(app)
  const check = (key: Buffer) => requireAppKey(db, [key], encryptedData)
  const foreign = loadConfig({ DATA_DIR: testFolder(t) }).appKey
  await jane.client.post('/user/confirm-password', { password: jane.password })
  t.ok((await jane.client.post('/user/two-factor-authentication')).status < 300, 'a secret with recovery codes')
  await makeShare(jane, { id: await makeFolder(jane, 'Photos'), type: 'folder' })
  await t.rejects(check(foreign), /belongs to another APP_KEY/, 'without a check value: it decrypts no secret')
  await check(config.appKey)
  await t.rejects(check(foreign), /belongs to another APP_KEY/, 'by the check value')
  await check(config.appKey)

  const env = { DATA_DIR: testFolder(t), DATABASE_URL: app.db.url }
  t.match(await runCommandInProcess(env, 'user', 'list'), { code: 1, err: /belongs to another APP_KEY/ }, 'commands')
  await app.close()
  t.equal((await runCommandInProcess({ ...env, DATA_DIR: app.dataDir }, 'rotate-key')).code, 0)
  t.match(
    await runCommandInProcess({ ...env, DATA_DIR: app.dataDir }, 'rotate-key'),
    { code: 0 },
    'the new key is its own',
  )
  rmSync(join(app.dataDir, '.env'))
  t.match(await runCommandInProcess({ ...env, DATA_DIR: app.dataDir }, 'rotate-key'), {
    code: 1,
    err: /belongs to another APP_KEY/,
  })
  const lost = await runCommandInProcess({ ...env, DATA_DIR: app.dataDir }, 'rotate-key', '--lost')
  t.match(lost, { code: 0, out: /could not be read with either key.*\nLinks have new addresses/ })
  t.match(
    await runCommandInProcess({ ...env, DATA_DIR: app.dataDir }, 'user', 'list'),
    { code: 0 },
    'it belongs to the new key',
  )
})

interface ShareList {
  data: { data: { relationships: { shared?: { data: ShareLink } } } }[]
}
interface RequestList {
  data: { data: FileRequest }[]
}

t.test('a lost APP_KEY: people sign in, owners see their links, and former addresses open them', async (t) => {
  const app = await testApp(t)
  const jane = await signUp(app)
  await jane.client.post('/user/confirm-password', { password: jane.password })
  await jane.client.post('/user/two-factor-authentication')
  await app.coffer.platform.db.query('update users set two_factor_confirmed_at = now() where id = $1', [jane.id])
  const share = await makeShare(jane, { id: await makeFolder(jane, 'Photos'), type: 'folder' })
  const request = await makeFileRequest(jane)
  await app.close()

  const env = { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir }
  // Also after another loss.
  for (const _loss of [1, 2]) {
    rmSync(join(app.dataDir, '.env'))
    t.match(await runCommandInProcess(env, 'rotate-key', '--lost'), { code: 0 })
  }
  const after = await testApp(t, { dataDir: app.dataDir, db: app.db })
  const { client } = await signIn(after, jane)
  t.equal((await client.get('/api/browse/folders/all')).status, 200, 'a folder with a shared item')

  const visitor = anonymous(after)
  const [shown] = (await client.get<ShareList>('/api/browse/share')).body.data
  const token = shown?.data.relationships.shared?.data.attributes.token ?? ''
  t.not(token, share.token)
  for (const each of [share.token, token]) t.equal((await visitor.get(`/api/sharing/${each}`)).status, 200)
  t.equal((await client.patch(`/api/share/${token}`, { permission: 'editor' })).status, 200, 'the owner changes it')

  const [listed] = (await client.get<RequestList>('/api/file-request')).body.data
  t.not(listed?.data.attributes.token, request.token)
  for (const each of [request.token, listed?.data.attributes.token])
    t.equal((await visitor.get(`/api/file-request/${each}`)).status, 200)
})
