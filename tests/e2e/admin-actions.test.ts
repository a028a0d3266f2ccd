import { join } from 'node:path'
import type { Request } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { testFolder } from '../support/folders.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const { settings, db } = app.coffer.platform
const admin = await newAdmin(app, { name: 'Ada Admin' })
const page = await browser.visit(`${app.url}/admin/settings/server`, { as: admin })
const open = async (path: string) => {
  await page.goto(`${app.url}${path}`)
  await hydrated(page)
}

t.test('admin: a backup is made and verified, and files are checked, by buttons', async (t) => {
  await page.getByText('No scheduled backups').waitFor()
  await page.waitForSelector('html[data-realtime]')
  await settings.set({ backup_folder: join(testFolder(t), 'backups') })
  await page.getByRole('button', { name: 'Verify the newest' }).waitFor()
  const newest = page.getByRole('table', { name: 'Stored backups' }).getByRole('row').nth(1)
  t.equal(await page.getByRole('button', { name: 'Verify the newest' }).isDisabled(), true, 'there is none')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await newest.getByText('Stored', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Verify the newest' }).click()
  await newest.getByText('Verified', { exact: true }).waitFor()
  t.strictSame(await axeFaults(page), [])
  await page
    .locator('[data-check=fsck]')
    .getByRole('button', { name: /^Run now/ })
    .click()
  await page.locator('[data-check=fsck][data-state=ok]').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('admin: limits of one account are saved, count at once, and an empty one is that of all', async (t) => {
  const user = await signUp(app, { name: 'Lena Limited' })
  const capacity = async () => {
    const { body } = await user.client.get<{ data: { attributes: { capacity: number | null } } }>('/api/user/storage')
    return body.data.attributes.capacity
  }
  const before = await capacity()
  await open(`/admin/user/${user.id}/storage`)
  t.equal(await page.getByText('Go to My Files').count(), 0, 'nothing speaks to its owner')
  const field = page.locator('form').getByRole('textbox', { name: 'Storage' })
  await field.fill('1.5')
  t.equal(await page.getByRole('button', { name: 'Save limits' }).isDisabled(), true)
  await field.fill('7')
  const answered = Promise.withResolvers<void>()
  await page.route('**/*.pageContext.json*', (route) => answered.promise.then(() => route.continue()))
  await field.press('Enter')
  await eventually(t, capacity, 7e9)
  await field.fill('')
  const loaded = page.waitForResponse(/pageContext\.json/)
  answered.resolve()
  await loaded
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save limits' }).click()
  await eventually(t, capacity, before)
  t.strictSame(browser.errors, [])
})

t.test(
  'admin: the default text of a legal page is edited with its placeholders, which follow the settings',
  async (t) => {
    const read = () => fetch(`${app.url}/api/page/terms-of-service`).then((response) => response.text())
    await open('/admin/pages/terms-of-service')
    await page.getByRole('button', { name: 'Edit the default text' }).click()
    await page.getByText(/^Saved/).waitFor()
    t.notMatch(await read(), /Renamed/)
    await settings.set({ app_title: 'Renamed' })
    t.match(await read(), /your use of Renamed at http/)

    const german = () => fetch(`${app.url}/api/page/terms-of-service?lang=de`).then((response) => response.text())
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Nutzungsbedingungen' }).waitFor()
    t.equal(await page.locator('[name=content]').inputValue(), '')
    await page.locator('[name=title]').fill('Unsere Regeln')
    // Saved although another language is chosen before the delay is over.
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'English – edited' })
    await page.getByRole('heading', { name: 'Terms of service' }).waitFor()
    await eventuallyMatches(t, german, /Unsere Regeln/)
    t.match(await page.locator('[name=content]').inputValue(), /your use of \{\{app\}\}/)

    await db.query("insert into page_texts (slug, locale, content) values ('terms-of-service', 'nl', 'Voorwaarden')")
    await open('/admin/pages/terms-of-service')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Nederlands – edited')
    await eventually(t, () => page.locator('[name=content]').inputValue(), 'Voorwaarden', 'not offered')
    t.strictSame(browser.errors, [])
  },
)

t.test('admin: a legal page that someone else changed is replaced only on request', async (t) => {
  const path = '/api/admin/pages/privacy-policy'
  const stored = async () =>
    (await admin.client.get<{ data: { attributes: { content: string } } }>(path)).body.data.attributes.content
  const change = (value: string) => admin.client.patch(path, { name: 'content', value })
  await open('/admin/pages/privacy-policy')
  const [content, title] = [page.locator('[name=content]'), page.locator('[name=title]')]
  const notice = page.getByText('Someone else has changed this text')
  await change('Theirs')
  await content.fill('Mine')
  await title.fill('Privacy of ours')
  await notice.waitFor()
  await page.getByRole('heading', { name: 'Privacy of ours' }).waitFor()
  t.equal(await notice.count(), 1, 'the title has no other version')
  t.strictSame([await stored(), await content.inputValue()], ['Theirs', 'Mine'])
  t.strictSame(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Save my text' }).click()
  await notice.waitFor({ state: 'detached' })
  t.equal(await stored(), 'Mine')
  await content.fill('Mine again')
  await eventually(t, stored, 'Mine again', 'what was saved here is no conflict')

  await change('Theirs again')
  await content.fill('Mine at last')
  await page.getByText('Theirs again').first().waitFor()
  await page.getByRole('button', { name: 'Discard my text' }).click()
  await notice.waitFor({ state: 'detached' })
  t.strictSame([await stored(), await content.inputValue()], ['Theirs again', 'Theirs again'])
  await page.getByText(/^Saved/).waitFor()
  await change('Theirs at last')
  await page.waitForSelector('html[data-realtime]')
  await settings.set({ app_title: 'Renamed twice' })
  await eventually(t, () => content.inputValue(), 'Theirs at last', 'a text that is not edited follows')
  t.strictSame(browser.errors, [])
})

t.test('admin: saved limits of an account leave alone the one that another administrator changed', async (t) => {
  await settings.set({ subscription_type: 'fixed' })
  const user = await signUp(app, { name: 'Leo Limited' })
  const path = `/api/admin/users/${user.id}`
  const limits = async () => {
    const { body } = await admin.client.get<{ data: { meta: Record<string, unknown> } }>(path)
    return [body.data.meta.max_team_members, body.data.meta.max_storage_bytes]
  }
  await open(`/admin/user/${user.id}/storage`)
  await admin.client.patch(`${path}/capacity`, { attributes: { max_storage_amount: 9 } })
  await page.getByRole('textbox', { name: 'Team members' }).fill('5')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Limits saved.').last().waitFor()
  t.strictSame(await limits(), [5, 9e9])
  const storage = page.locator('form').getByRole('textbox', { name: 'Storage' })
  await eventually(t, () => storage.inputValue(), '9', 'it is shown')
  t.strictSame(browser.errors, [])
})

t.test('admin: a status that somebody else has changed meanwhile is shown, not reported as a change', async (t) => {
  const user = await signUp(app, { name: 'Susi Suspended' })
  await db.query(`update users set status = 'suspended', suspended_at = now() where id = $1`, [user.id])
  await open(`/admin/user/${user.id}/details`)
  await page.getByText('The account is suspended').waitFor()
  await db.query(`update users set status = 'active', suspended_at = null where id = $1`, [user.id])
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Nothing changed').waitFor()
  await page.getByText('The account is active').waitFor()
  t.equal(await page.getByText('Account reactivated').count(), 0)
  t.strictSame(browser.errors, [])
})

t.test('admin: a bulk action that changes no account is not reported as a change', async (t) => {
  const user = await signUp(app, { name: 'Bea Bulk' })
  await open('/admin/users')
  await page
    .getByRole('row', { name: /Bea Bulk/ })
    .getByRole('checkbox')
    .check()
  await db.query(`update users set status = 'suspended', suspended_at = now() where id = $1`, [user.id])
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByText('No accounts were changed.').waitFor()
  t.equal(await page.getByText(/accounts? suspended\./).count(), 0)
  t.strictSame(browser.errors, [])
})

t.test('admin: a job under way is asked for again after a failure, and its end is shown', async (t) => {
  /** The first answer says that the job is under way, the second fails. */
  const failOnce = async (path: string, change: (meta: Record<string, unknown>) => void) => {
    let asked = 0
    await page.route(`**${path}`, async (route) => {
      asked += 1
      if (asked === 2) return route.fulfill({ status: 503, json: { type: 'error', code: 'unavailable' } })
      const response = await route.fetch()
      const body = await response.json()
      if (asked === 1) change(body.meta)
      return route.fulfill({ response, json: body })
    })
    return () => asked
  }
  /** Lets the time of a poll pass until so many answers came. */
  const pass = async (asked: () => number, answers: number) => {
    await eventually(
      t,
      async () => {
        if (asked() < answers) await page.clock.fastForward(5_000)
        return asked() >= answers
      },
      true,
    )
  }
  await page.clock.install()
  await open('/admin/settings/server')
  const backups = await failOnce('/api/admin/backups', (meta) => Object.assign(meta, { running: true }))
  await page.route('**/api/admin/maintenance/backup', (route) =>
    route.fulfill({ json: { type: 'success', message: 'Started' } }),
  )
  const start = page.getByRole('button', { name: 'Back up now' })
  await start.click()
  await start.and(page.locator('[aria-busy=true]')).waitFor()
  await pass(backups, 3)
  await start.and(page.locator(':not([aria-busy=true])')).waitFor()

  await open('/admin/dashboard')
  const health = await failOnce('/api/admin/health', (meta) => Object.assign(meta, { active: ['fsck'] }))
  await page.getByRole('button', { name: 'Check again' }).click()
  const running = page.locator('[data-check=fsck]').getByRole('status')
  await running.waitFor()
  await pass(health, 3)
  await running.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
  t.strictSame(browser.errors, [])
})

t.test('admin: an account that waits for its deletion is reactivated, suspended, and kept', async (t) => {
  const user = await signUp(app, { name: 'Sam Suspended' })
  const state = `status = 'suspended', suspended_at = now(), suspension_reason = 'Spam', deletion_at = now() + interval '3 days'`
  await db.query(`update users set ${state} where id = $1`, [user.id])
  await open(`/admin/user/${user.id}/details`)
  const [date, waits] = [page.getByText(/^Will be deleted: /), page.getByText(/It waits while the account/)]
  await date.waitFor()
  await page.getByText('Spam').waitFor()
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  t.equal(await page.getByText('Spam').count(), 0)
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await waits.waitFor()
  t.equal(await date.count(), 0)
  await page.getByRole('button', { name: 'Cancel the deletion' }).click()
  await waits.waitFor({ state: 'detached' })
})

t.test('admin: a role is changed after a question that names the person', async (t) => {
  const user = await signUp(app, { name: 'Rita Role' })
  const sent: string[] = []
  const note = (request: Request) => {
    if (/\/role$/.test(new URL(request.url()).pathname)) sent.push(request.method())
  }
  page.on('request', note)
  t.teardown(() => page.off('request', note))
  await open(`/admin/user/${user.id}/details`)
  await page.getByRole('combobox', { name: 'Role' }).selectOption('admin')
  const save = page.getByRole('main').getByRole('button', { name: 'Save role' })
  await save.click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByText('Make Rita Role an administrator?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.same(sent, [])
  await save.click()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await page.getByText('Role saved.').waitFor()
  t.equal(sent.length, 1)
  t.strictSame(browser.errors, [])
})

t.test('admin: sections without a page of their own lead to one of their pages', async (t) => {
  for (const [path, target] of [
    ['/admin/settings', '/admin/settings/others'],
    ['/admin/payments', '/admin/payments/payments'],
  ] as const) {
    await open(path)
    t.equal(new URL(page.url()).pathname, target)
  }
})
