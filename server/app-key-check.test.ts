import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadConfig, requireAppKey } from '../modules/platform/index.ts'
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { cli } from '../tests/support/cli.ts'
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
  t.match(await cli(env, 'user', 'list'), { code: 1, err: /belongs to another APP_KEY/ }, 'commands')
  await app.close()
  t.equal((await cli({ ...env, DATA_DIR: app.dataDir }, 'rotate-key')).code, 0)
  t.match(await cli({ ...env, DATA_DIR: app.dataDir }, 'rotate-key'), { code: 0 }, 'the new key is its own')
  rmSync(join(app.dataDir, '.env'))
  t.match(await cli({ ...env, DATA_DIR: app.dataDir }, 'rotate-key'), { code: 1, err: /belongs to another APP_KEY/ })
  const lost = await cli({ ...env, DATA_DIR: app.dataDir }, 'rotate-key', '--lost')
  t.match(lost, { code: 0, out: /could not be read with either key and stay as they are/ })
  t.match(await cli({ ...env, DATA_DIR: app.dataDir }, 'user', 'list'), { code: 0 }, 'it belongs to the new key')
})
