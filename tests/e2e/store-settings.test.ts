import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signIn } from '../support/actors.ts'
import { hydrated, testBrowser } from '../support/browser.ts'
import { newBucket } from '../support/buckets.ts'
import { cli, countLines } from '../support/cli.ts'
import { testDatabase } from '../support/database.ts'
import { row } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { testObjectStore } from '../support/object-store.ts'
import { testServer } from '../support/server.ts'
import { putFile } from '../support/shares.ts'
import { chosenStore, countBlobs, storeFields } from '../support/store-choice.ts'

// The server under test begins with its local store.
process.env.TEST_S3_URL = ''
const ceph = await testObjectStore(t)
const password = 'four unrelated words'

if (ceph) {
  const browser = await testBrowser(t)

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
      const fields = { ...storeFields(bucketUrl), secret }
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
    t.equal(chosenStore(server), undefined)
    await fill(storeFields(bucketUrl).secret)
    await card.getByText(`Files are stored in the bucket ${storeFields(bucketUrl).bucket}`).waitFor()
    t.equal(chosenStore(server), bucketUrl)
    const { key: _, secret: __, ...shown } = storeFields(bucketUrl)
    await page.reload()
    for (const [name, value] of Object.entries(shown))
      t.equal(await card.locator(`[name=${name}]`).inputValue(), value, `the form has the present ${name}`)
    await putFile(ada, 'b.bin', randomBytes(100))
    t.equal(await countBlobs(testFolder(t), bucketUrl), 1)

    await page.goto(`${server.url}/admin/settings/others`)
    await page.getByRole('switch', { name: 'Downloads directly from the object store' }).check()
    await page
      .getByRole('status')
      .getByText(/^Saved/)
      .waitFor()
    const large = randomBytes(2_000_000)
    await putFile(ada, 'large.bin', large)
    await page.goto(`${server.url}/platform/files`)
    await hydrated(page)
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
        'setup',
        '--admin-email',
        'root@example.org',
        '--admin-password',
        password,
        '--storage',
        'other',
        ...Object.entries(fields).flatMap(([name, value]) => [`--s3-${name}`, String(value)]),
      )
    const wrong = await setup({ ...storeFields(bucketUrl), secret: 'wrong' })
    t.match(wrong, { code: 1, err: /--s3-secret: The object store rejects/ })
    t.equal(countLines(wrong.err), 1)
    t.match(await setup(storeFields(bucketUrl)), { code: 0 })
    t.match(readFileSync(join(dataDir, '.env'), 'utf8'), /^BLOB_URL=s3:/m)
    const server = await testServer(t, { dataDir, env: { ...env, LOG_LEVEL: 'error' } })
    const root = await signIn(server, { name: 'Root', email: 'root@example.org', password })
    await putFile(root, 'c.bin', randomBytes(100))
    t.equal(await countBlobs(testFolder(t), bucketUrl), 1)
  })
}
