import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadConfig } from '../modules/platform/index.ts'
import { ownDataDir } from '../modules/platform/server/data-dir-owner.ts'
import { twoFactorCipherOf } from '../modules/users/server/services/two-factor-secrets.ts'
import { signIn, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { cli } from '../tests/support/cli.ts'
import { mailed } from '../tests/support/mail-folder.ts'
import { makeFolder, makeShare } from '../tests/support/shares.ts'

t.test('rotate-key: all secrets are encrypted with the new key; an interrupted run is continued', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const jane = await signUp(app)
  const share = await makeShare(jane, { id: await makeFolder(jane, 'Photos'), type: 'folder' })
  const { settings, db, jobs } = app.coffer.platform
  await settings.set({ openid_client_secret: 'very secret' })
  const other = await signUp(app)
  await db.query('update users set two_factor_secret = $2 where id = $1', [
    other.id,
    twoFactorCipherOf(app.coffer.platform.config.appKey, other.id).encryptSecret('factor'),
  ])
  await jobs.stop()
  await app.coffer.platform.mailer.send({ to: jane.email, locale: 'en', subject: 'Waiting', lines: [] })
  const dotEnv = () => readFileSync(join(app.dataDir, '.env'), 'utf8')
  const before = dotEnv()
  const owner = await ownDataDir(app.dataDir)
  t.match(await cli(env, 'rotate-key'), { code: 1, err: /in use/ }, 'never beside a server')
  owner.release()
  t.equal(dotEnv(), before)
  await app.close()

  appendFileSync(
    join(app.dataDir, '.env'),
    `APP_KEY_NEXT=${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64url')}\n`,
  )
  t.throws(() => loadConfig(env), /interrupted/, 'no server starts between two keys')
  const rotated = await cli(env, 'rotate-key', '--json')
  t.equal(rotated.code, 0, rotated.err)
  t.notMatch(dotEnv(), /APP_KEY_NEXT/)
  t.notMatch(before, new RegExp(/^APP_KEY=(.+)$/m.exec(dotEnv())?.[1] ?? 'none'))
  t.equal((await cli(env, 'rotate-key')).code, 0, 'again, to a random one')

  const after = await testApp(t, { dataDir: app.dataDir, db: app.db })
  t.equal(await after.coffer.platform.settings.get('openid_client_secret'), 'very secret')
  const signedIn = await signIn(after, jane)
  const listed = await signedIn.client.get<{ data: { data: { attributes: { token: string } } }[] }>('/api/browse/share')
  t.equal(listed.status, 200)
  t.match(JSON.stringify(listed.body), new RegExp(share.token), 'the owner sees the link again')
  const [row] = await after.coffer.platform.db.query<{ secret: string }>(
    'select two_factor_secret as secret from users where two_factor_secret is not null',
  )
  t.equal(twoFactorCipherOf(after.coffer.platform.config.appKey, other.id).decryptSecret(row?.secret ?? ''), 'factor')
  t.match(await mailed(app.dataDir, jane.email, ({ subject }) => subject), 'Waiting')
})
