import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import t from 'tap'
import { openBlobStore } from '../../modules/platform/index.ts'
import { type Actor, signIn } from '../support/actors.ts'
import { testBrowser } from '../support/browser.ts'
import { newBucket } from '../support/buckets.ts'
import { testCeph } from '../support/ceph.ts'
import { cli, countLines } from '../support/cli.ts'
import { testDatabase } from '../support/database.ts'
import { row } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { poll } from '../support/poll.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { putFile } from '../support/shares.ts'

// The servers under test begin with their local store.
process.env.TEST_S3_URL = ''
const ceph = await testCeph(t)
const password = 'four unrelated words'

/** The fields of the form for a bucket. */
const fieldsOf = (bucketUrl: string) => {
  const url = new URL(bucketUrl)
  return {
    endpoint: `http://${url.host}`,
    region: url.searchParams.get('region') as string,
    bucket: url.pathname.slice(1),
    key: url.username,
    secret: decodeURIComponent(url.password),
  }
}
const storeOf = ({ dataDir }: TestServer) => parseEnv(readFileSync(join(dataDir, '.env'), 'utf8')).BLOB_URL
const keysIn = async (dataDir: string, url: string): Promise<string[]> => {
  const store = await openBlobStore(dataDir, url)
  const keys: string[] = []
  for await (const { key } of store.blobs()) keys.push(key)
  store.close()
  return keys
}
const content = async ({ client }: Actor, name: string) => {
  const { body } = await client.get<{ data: { data: { attributes: { name: string; file_url: string } } }[] }>(
    '/api/browse/folders/all',
  )
  const found = body.data.find(({ data }) => data.attributes.name === name)
  return Buffer.from(await (await client.fetch(found?.data.attributes.file_url ?? '/')).arrayBuffer())
}

if (ceph) {
  const browser = await testBrowser(t)
  const url = await newBucket(ceph.url)
  const other = await newBucket(ceph.url)
  const right = fieldsOf(url)

  t.test(
    'the setup wizard without JavaScript: a bucket is tested before it is used; its secret is not shown',
    async (t) => {
      const server = await testServer(t, { installed: false, env: { LOG_LEVEL: 'error' } })
      const token = /\?token=(\S+)/.exec(server.logs())?.[1] as string
      const taken = await openBlobStore(testFolder(t), other)
      await taken.claim(randomUUID())
      taken.close()
      const page = await browser.visit(`${server.url}/setup-wizard/status-check?token=${token}`, { scripts: false })
      const send = async (fields: Record<string, string>) => {
        await page.goto(`${server.url}/setup-wizard/environment`)
        await page.getByLabel('Where files are stored').selectOption('other')
        for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      for (const [change, problem] of [
        [{ endpoint: 'http://127.0.0.1:1' }, 'No object store answers there.'],
        [{ endpoint: 'files' }, 'Enter a valid value.'],
        [{ secret: '' }, 'This field is required.'],
        [{ secret: 'wrong' }, 'The object store rejects this key or secret.'],
        [{ bucket: 'missing-bucket' }, 'There is no bucket of this name.'],
        [{ bucket: fieldsOf(other).bucket }, 'This bucket holds the files of another installation.'],
      ] as const) {
        await send({ ...right, ...change })
        await page.getByText(problem).waitFor()
        t.notMatch(await page.content(), /signs=/, 'a secret is not sent back')
      }
      t.equal(await page.locator('[name=bucket]').inputValue(), fieldsOf(other).bucket, 'what was typed stays')
      t.equal(storeOf(server), undefined)
      const json = async (body: object) => {
        const response = await fetch(`${server.url}/api/setup/environment-setup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-setup-token': token },
          body: JSON.stringify({ url: server.url, ...body }),
        })
        return { status: response.status, body: (await response.json()) as unknown }
      }
      t.match(await json({ ...right, storage: 's3', region: 'moon' }), {
        status: 422,
        body: { errors: { region: [/\w/] } },
      })
      t.match(await json({ ...right, storage: 'oss', region_oss: 'moon' }), {
        body: { errors: { region_oss: [/\w/] } },
      })
      t.match(await json({ storage: 'tape' }), { status: 422, body: { errors: { storage: [/\w/] } } })

      await send(right)
      await page.waitForURL(/app-setup/)
      t.equal(storeOf(server), url)
      // The server restarts with the new store.
      const shownStore = async () => {
        await page.goto(`${server.url}/setup-wizard/environment`).catch(() => null)
        return page
          .locator('[name=storage]')
          .evaluateAll(([select]) => (select as HTMLSelectElement | undefined)?.value)
      }
      t.equal(await poll(shownStore, (value) => value === 'other'), 'other')
      t.notMatch(await page.content(), /signs/)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(/app-setup/)
      t.equal(storeOf(server), url, 'the secret is kept')
      await page.getByLabel('Contact email').fill('help@example.org')
      await page.getByRole('button', { name: 'Continue' }).click()
      for (const label of ['Password', 'Repeat password']) await page.getByLabel(label, { exact: true }).fill(password)
      await page.getByLabel('Name', { exact: true }).fill('Ada')
      await page.getByLabel('Email', { exact: true }).fill('ada@example.org')
      await page.getByRole('button', { name: 'Create account and finish' }).click()
      await page.waitForURL(/sign-in/)

      const ada = await signIn(server, { name: 'Ada', email: 'ada@example.org', password })
      const bytes = randomBytes(200_000)
      await putFile(ada, 'a.bin', bytes)
      t.equal((await keysIn(testFolder(t), url)).length, 1, 'files are in the bucket')
      await ada.client.post('/user/confirm-password', { password })
      const change = (s3: object) =>
        ada.client.post('/api/admin/settings/storage', { storage: { driver: 'other', s3 } })
      const rejected = await change({ ...right, bucket: fieldsOf(await newBucket(ceph.url)).bucket })
      t.match(rejected, {
        status: 409,
        body: { code: 'storage-in-use', command: /blobs move --to 's3:\/\/KEY:SECRET@/ },
      })
      t.notMatch(JSON.stringify(rejected.body), /signs|cofferkey/)
      t.match(await change({ ...right, secret: 'wrong' }), { status: 422, body: { errors: { secret: [/\w/] } } })
      t.equal(storeOf(server), url, 'nothing changes')
      t.equal((await change(right)).status, 200, 'the key of the present bucket can be changed')
      await poll(() =>
        content(ada, 'a.bin').then(
          (read) => read.equals(bytes),
          () => false,
        ),
      )
      t.notMatch(server.logs(), /signs/, 'no secret is logged')
    },
  )

  t.test('the environment page: another store is used after a test, while no file is stored', async (t) => {
    const server = await testServer(t, { env: { LOG_LEVEL: 'error' } })
    const email = 'ada@example.org'
    await cli(server.cliEnv, 'user', 'create', '--email', email, '--password', password, '--role', 'admin')
    const ada = await signIn(server, { name: 'Ada', email, password })
    const bucketUrl = await newBucket(ceph.url)
    const page = await browser.visit(`${server.url}/admin/settings/environment`, { as: ada })
    const card = page.getByRole('region', { name: 'File storage' })
    await card.getByText('Files are stored on this server').waitFor()
    await card.getByLabel('Where files are stored').selectOption({ label: 'Wasabi' })
    await card.getByLabel('Region').selectOption('eu-west-1')
    t.equal(await card.getByLabel('Endpoint').inputValue(), 'https://s3.eu-west-1.wasabisys.com')
    await card.getByLabel('Where files are stored').selectOption({ label: 'Another S3-compatible store' })
    const fill = async (secret: string) => {
      const fields = { ...fieldsOf(bucketUrl), secret }
      for (const [name, value] of Object.entries(fields)) await card.locator(`[name=${name}]`).fill(value)
      await card.getByRole('button', { name: 'Test and save' }).click()
    }
    await fill('wrong')
    const confirm = page.getByRole('dialog')
    await confirm.or(card.getByText('The object store rejects')).first().waitFor()
    if (await confirm.isVisible()) {
      await confirm.getByLabel('Password', { exact: true }).fill(password)
      await confirm.getByRole('button').last().click()
    }
    await card.getByText('The object store rejects this key or secret.').waitFor()
    t.equal(storeOf(server), undefined)
    await fill(fieldsOf(bucketUrl).secret)
    await card.getByText(`Files are stored in the bucket ${fieldsOf(bucketUrl).bucket}`).waitFor()
    t.equal(storeOf(server), bucketUrl)
    await putFile(ada, 'b.bin', randomBytes(100))
    t.equal((await keysIn(testFolder(t), bucketUrl)).length, 1)

    await ada.client.patch('/api/admin/settings', { name: 'direct_downloads', value: true })
    const large = randomBytes(2_000_000)
    await putFile(ada, 'large.bin', large)
    await page.goto(`${server.url}/platform/files`)
    await row(page, 'large.bin').click({ button: 'right' })
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download' }).click()
    const file = await saved
    t.ok(file.url().startsWith(ceph.endpoint), 'a browser saves it from the bucket')
    t.equal(file.suggestedFilename(), 'large.bin')
    t.ok(readFileSync(await file.path()).equals(large))
    t.same(browser.errors, [])
  })

  t.test('the command setup tests a store and uses it', async (t) => {
    const dataDir = testFolder(t)
    const env = { DATA_DIR: dataDir, DATABASE_URL: (await testDatabase(t)).url }
    const bucketUrl = await newBucket(ceph.url)
    const setup = (fields: object) =>
      cli(
        env,
        ...['setup', '--admin-email', 'root@example.org', '--admin-password', password, '--storage', 'other'],
        ...Object.entries(fields).flatMap(([name, value]) => [`--s3-${name}`, String(value)]),
      )
    const wrong = await setup({ ...fieldsOf(bucketUrl), secret: 'wrong' })
    t.match(wrong, { code: 1, err: /--s3-secret: The object store rejects/ })
    t.equal(countLines(wrong.err), 1)
    t.match(await setup(fieldsOf(bucketUrl)), { code: 0 })
    t.match(readFileSync(join(dataDir, '.env'), 'utf8'), /^BLOB_URL=s3:/m)
    const server = await testServer(t, { dataDir, env: { ...env, LOG_LEVEL: 'error' } })
    const root = await signIn(server, { name: 'Root', email: 'root@example.org', password })
    await putFile(root, 'c.bin', randomBytes(100))
    t.equal((await keysIn(testFolder(t), bucketUrl)).length, 1)
  })
}
