import { randomBytes, randomUUID } from 'node:crypto'
import t from 'tap'
import { openBlobStore } from '../../modules/platform/index.ts'
import { type Actor, signIn } from '../support/actors.ts'
import { testBrowser } from '../support/browser.ts'
import { newBucket } from '../support/buckets.ts'
import { testFolder } from '../support/folders.ts'
import { testObjectStore } from '../support/object-store.ts'
import { poll } from '../support/poll.ts'
import { testServer } from '../support/server.ts'
import { putFile } from '../support/shares.ts'
import { chosenStore, countBlobs, storeFields } from '../support/store-choice.ts'

// The server under test begins with its local store.
process.env.TEST_S3_URL = ''
const ceph = await testObjectStore(t)
const password = 'four unrelated words'

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
  const right = storeFields(url)

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
        [{ bucket: storeFields(other).bucket }, 'This bucket holds the files of another installation.'],
      ] as const) {
        await send({ ...right, ...change })
        await page.getByText(problem).waitFor()
        t.notMatch(await page.content(), /signs=/, 'a secret is not sent back')
      }
      t.equal(await page.locator('[name=bucket]').inputValue(), storeFields(other).bucket, 'what was typed stays')
      t.equal(chosenStore(server), undefined)
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
      t.equal(chosenStore(server), url)
      // The server restarts with the new store.
      const shownStore = async () => {
        await page.goto(`${server.url}/setup-wizard/environment`).catch(() => null)
        return (
          page
            .locator('[name=storage]')
            .evaluateAll(([select]) => (select as HTMLSelectElement | undefined)?.value)
            // The waiting page reloads itself.
            .catch(() => undefined)
        )
      }
      t.equal(await poll(shownStore, (value) => value === 'other'), 'other')
      t.notMatch(await page.content(), /signs/)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(/app-setup/)
      t.equal(chosenStore(server), url, 'the secret is kept')
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
      t.equal(await countBlobs(testFolder(t), url), 1, 'files are in the bucket')
      await ada.client.post('/user/confirm-password', { password })
      const change = (s3: object) =>
        ada.client.post('/api/admin/settings/storage', { storage: { driver: 'other', s3 } })
      const rejected = await change({ ...right, bucket: storeFields(await newBucket(ceph.url)).bucket })
      t.match(rejected, {
        status: 409,
        body: { code: 'storage-in-use', command: /blobs move --to 's3:\/\/KEY:SECRET@/ },
      })
      t.notMatch(JSON.stringify(rejected.body), /signs|cofferkey/)
      t.match(await change({ ...right, secret: 'wrong' }), { status: 422, body: { errors: { secret: [/\w/] } } })
      t.equal(chosenStore(server), url, 'nothing changes')
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
}
