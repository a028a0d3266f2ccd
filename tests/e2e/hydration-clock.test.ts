import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)

const aheadMs = 3 * 3_600_000

t.test('hydration: pages with relative times hydrate in a browser whose clock is hours ahead', async (t) => {
  const admin = await newAdmin(app)
  const folder = await makeFolder(admin, 'Shared folder')
  await putFile(admin, 'Figures.txt', 'one, two, three', folder)
  const share = await makeShare(admin, { id: folder, type: 'folder' }, { expiration: 2 })
  const soon = new Date(Date.now() + aheadMs / 2).toISOString()
  const request = await makeFileRequest(admin, { title: 'Send me files', expires_at: soon })
  const { status } = await admin.client.post('/api/user/tokens', { name: 'A script' })
  t.equal(status, 201)

  const page = await browser.visit(`${app.url}/user/settings/password`, { as: admin, clockAheadMs: aheadMs })
  await page
    .getByText(/[23] hours ago/)
    .first()
    .waitFor()
  t.strictSame(browser.errors.splice(0), [], 'the security page')
  for (const path of [
    '/platform/files',
    `/platform/files/${folder}`,
    '/platform/recent-uploads',
    '/platform/my-shared-items',
    '/platform/requests',
    '/user/profile',
    '/user/settings/storage',
    '/user/settings/billing',
    '/admin/dashboard',
    '/admin/users',
    '/admin/jobs',
    '/admin/reports',
    '/admin/audit',
    `/share/${share.token}/files`,
    `/request/${request.token}/upload`,
  ]) {
    await page.goto(`${app.url}${path}`)
    await hydrated(page)
    t.strictSame(browser.errors.splice(0), [], path)
  }
  await page.getByText('Send me files').waitFor()
  t.equal(await page.getByText('The deadline has passed').count(), 0, 'the server’s clock decides what is late')
})

t.test(
  'hydration: the server renders in the time zone of the browser, which it knows from the page before',
  async (t) => {
    const person = await signUp(app)
    const { token } = await makeFileRequest(person, { title: 'Send me files', expires_at: '2999-01-01T00:00:00Z' })
    const address = `${app.url}/platform/requests`
    const page = await browser.visit(address, { as: person, zone: 'Asia/Kathmandu' })
    await page.getByText('Until Jan 1, 2999, 5:45 AM').waitFor()
    const rendered = async () =>
      /Until Jan 1, 2999, [0-9:]+/.exec((await (await page.goto(address))?.text()) ?? '')?.[0]
    t.equal(await rendered(), 'Until Jan 1, 2999, 5:45')
    await hydrated(page)
    await person.client.patch('/api/user/settings', { name: 'timezone', value: 'Asia/Tokyo' })
    t.equal(await rendered(), 'Until Jan 1, 2999, 9:00', 'a setting goes before')
    await hydrated(page)
    const cookie = `prefs=${encodeURIComponent(JSON.stringify({ zone: 'Asia/Kathmandu' }))}`
    const visitorPage = await fetch(`${app.url}/request/${token}/upload`, { headers: { cookie, accept: 'text/html' } })
    t.match(
      await visitorPage.text(),
      /Jan 1, 2999, 12:00\sAM UTC/,
      'the cookie that is left after signing out is not read',
    )
    t.strictSame(browser.errors.splice(0), [])
  },
)
