import type { Page } from 'playwright-core'
import t from 'tap'
import type { ShareLink } from '../../modules/sharing/contract.ts'
import { anonymous } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { headingShown, row, rowGone, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches, poll } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

const sheet = (page: Page) => page.getByRole('dialog', { name: /^Share “/ })
/** A part of the sentence about the link. */
const control = (page: Page, name: string | RegExp) =>
  sheet(page).getByRole('group', { name: 'Link permissions' }).getByRole('button', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const marked = (page: Page, name: string) => row(page, name).locator('[data-shared]')
const saved = (page: Page) => sheet(page).getByText('Saved', { exact: true }).waitFor()

t.test('share dialog: create a link with one click, set options, read the log, remove it', async (t) => {
  const { person } = await newUser([])
  const file = await putFile(person, 'report.txt', 'twelve bytes')
  await putFile(person, 'other.txt', 'other')
  const linkNow = async (): Promise<ShareLink['attributes']> =>
    (await person.client.get<{ data: { data: ShareLink }[] }>(`/api/items/${file.id}/shares`)).body.data[0]?.data
      .attributes as ShareLink['attributes']
  const page = await openFiles(person)
  const elsewhere = await openFiles(person)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  await row(page, 'report.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Share/ }).click()
  await sheet(page).getByRole('button', { name: 'Create and copy link' }).click()
  await toastShown(page, 'Link copied')
  const { link, token } = await linkNow()
  await eventually(t, () => page.evaluate(() => navigator.clipboard.readText()), link)
  await marked(page, 'report.txt').waitFor()
  await marked(elsewhere, 'report.txt').waitFor()
  t.equal(await marked(page, 'other.txt').count(), 0)

  await control(page, 'No password').click()
  const password = panel(page, 'Password').getByRole('textbox', { name: 'Password' })
  await password.fill('short')
  await page.keyboard.press('Enter')
  await panel(page, 'Password').getByText('Use at least 6 characters.').waitFor()
  t.equal(await password.inputValue(), 'short', 'a rejected password stays in the field')
  t.equal((await linkNow()).protected, false)
  await panel(page, 'Password').getByRole('button', { name: 'Generate' }).click()
  t.match(await password.inputValue(), /^(\w{4}-){3}\w{4}$/)
  t.equal(await password.getAttribute('type'), 'text', 'a generated password is shown')
  t.same(await axeFaults(page), [])
  await panel(page, 'Password').getByRole('button', { name: 'Set password' }).click()
  // It closes when the server has answered; a live update may change the control before.
  await panel(page, 'Password').waitFor({ state: 'detached' })
  await control(page, 'Password required').click()
  await eventually(t, async () => (await linkNow()).protected, true)
  await panel(page, 'Password').getByRole('button', { name: 'Remove password' }).click()
  await control(page, 'No password').waitFor()
  await eventually(t, async () => (await linkNow()).protected, false)

  await control(page, 'can view and download').click()
  await page.getByRole('menuitemcheckbox', { name: 'Can view only' }).click()
  await control(page, 'can view only').click()
  await eventually(t, async () => (await linkNow()).download, false)
  await page.getByRole('menuitemcheckbox', { name: 'Can view and download' }).click()
  await eventually(t, async () => (await linkNow()).download, true)

  await sheet(page).getByRole('button', { name: 'Settings' }).click()
  const other = await makeShare(person, file, { slug: 'taken-already' })
  const slug = sheet(page).getByLabel('Custom link')
  await slug.fill('Not a slug')
  await sheet(page)
    .getByText(/lowercase letters/)
    .waitFor()
  await slug.fill('taken-already')
  await page.keyboard.press('Enter')
  await sheet(page).getByText('This link is taken. Choose another.').waitFor()
  t.equal(await slug.inputValue(), 'taken-already')
  await slug.fill('the-report')
  await page.keyboard.press('Enter')
  await sheet(page).getByRole('textbox', { name: 'Link' }).and(page.locator('[value$="/share/the-report"]')).waitFor()
  await person.client.post('/api/share/revoke', { _method: 'delete', tokens: [other.token] })

  await control(page, 'Never expires').click()
  await panel(page, 'Expiration').getByText('2 days', { exact: true }).click()
  await panel(page, 'Expiration').waitFor({ state: 'detached' })
  await control(page, /^Expires /).click()
  await panel(page, 'Expiration')
    .getByText(/^The link expires on/)
    .waitFor()
  t.same(await axeFaults(page), [])
  await page.keyboard.press('Escape')
  await panel(page, 'Expiration').waitFor({ state: 'detached' })
  await sheet(page).getByLabel('Download limit').fill('3')
  await page.keyboard.press('Enter')
  await sheet(page).getByText('0 of 3 downloads used').first().waitFor()
  await saved(page)
  const kept = await poll(linkNow, (link) => link.max_downloads === 3 && link.expire_in === 48)
  t.match(kept, { slug: 'the-report', expire_in: 48, max_downloads: 3, protected: false })
  await picture(page, 'share-sheet-options')
  t.same(await axeFaults(page), [])

  await (await anonymous(app).fetch(`/file/${file.id}?share=${token}`)).text()
  await sheet(page).getByText('1 of 3 downloads used').first().waitFor()
  await sheet(page).getByRole('button', { name: 'Activity' }).click()
  const entry = sheet(page).locator('[data-action=downloaded]')
  await eventuallyMatches(t, () => entry.innerText(), /Downloaded · report\.txt[\s\S]*\.0 · 12 bytes/)
  await sheet(page).getByText('For privacy, only the first part').waitFor()

  await sheet(page).getByRole('button', { name: 'QR & embed' }).click()
  await sheet(page).getByRole('img', { name: 'QR code' }).waitFor()
  const value = (label: string) => () => sheet(page).getByLabel(label).inputValue()
  await eventuallyMatches(t, value('Direct download link'), /\/share\/the-report\/direct$/)
  await eventuallyMatches(t, value('Embed code'), /width="790" height="400"/)

  await control(page, 'Anyone with the link').click()
  await page.getByRole('menuitemcheckbox', { name: 'Only invited people' }).click()
  await sheet(page).getByText('Enter at least one email that can open the link.').waitFor()
  const people = sheet(page).getByRole('textbox', { name: 'Send to people' })
  const focused = () => people.evaluate((field) => field === document.activeElement)
  await eventually(t, focused, true, 'the field for people has the focus')
  await page.keyboard.type('reader@example.org, invalid')
  await sheet(page).getByRole('button', { name: 'Send link' }).click()
  await sheet(page).getByText('invalid is not a valid email address.').waitFor()
  await sheet(page).getByRole('button', { name: 'Remove invalid' }).click()
  await sheet(page).getByRole('button', { name: 'Send link' }).click()
  await sheet(page).getByRole('list', { name: 'Sent to' }).getByText('reader@example.org').waitFor()
  await control(page, 'Anyone with the link').click()
  await page.getByRole('menuitemcheckbox', { name: 'Only invited people' }).click()
  await control(page, 'Only invited people').waitFor()
  await eventually(t, async () => (await linkNow()).require_email_code, true)
  t.same(await axeFaults(page), [])
  await control(page, 'Only invited people').click()
  await page.getByRole('menuitemcheckbox', { name: 'Anyone with the link' }).click()
  await sheet(page).getByRole('button', { name: 'Remove reader@example.org' }).click()
  await sheet(page).getByRole('button', { name: 'Remove reader@example.org' }).waitFor({ state: 'detached' })

  await people.fill('late@example.org')
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  t.match(await sheet(page).innerText(), 'late@example.org', 'what was entered and not sent is still there')
  await sheet(page).getByRole('button', { name: 'Remove late@example.org' }).click()

  await sheet(page).getByRole('button', { name: 'Delete link' }).click()
  await page.getByRole('alertdialog').getByText('“report.txt” itself stays.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Link deleted', { exact: true }).waitFor()
  await sheet(page).getByRole('button', { name: 'Create and copy link' }).waitFor()
  await marked(page, 'report.txt').waitFor({ state: 'detached' })
  await marked(elsewhere, 'report.txt').waitFor({ state: 'detached' })
  await eventually(t, async () => (await anonymous(app).get(`/api/sharing/${token}`)).status, 404)
})

t.test('D41: only a public link without a session may be framed', async (t) => {
  const { person } = await newUser([])
  const file = await putFile(person, 'framed.txt', 'framed')
  const open = await makeShare(person, file)
  const locked = await makeShare(person, file, { password: 'long enough' })
  const framing = async (client: typeof person.client, path: string) => {
    const answer = await client.fetch(path, { headers: { accept: 'text/html' } })
    return /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
  }
  const visitor = anonymous(app)
  t.equal(await framing(visitor, `/share/${open.token}/file`), '*')
  t.equal(await framing(person.client, `/share/${open.token}/file`), "'none'")
  t.equal(await framing(visitor, `/share/${locked.token}/authenticate`), "'none'")
  t.equal(await framing(visitor, '/sign-in'), "'none'")
  const folder = { id: await makeFolder(person, 'Framed'), type: 'folder' }
  const [visitors, editors] = [
    await makeShare(person, folder),
    await makeShare(person, folder, { permission: 'editor' }),
  ]
  const { token: asked } = await makeFileRequest(person, {})
  t.equal(await framing(visitor, `/share/${visitors.token}`), '*', 'the URL of the embed code')
  for (const query of ['', '?view=tiles', '?page=1'])
    t.equal(await framing(visitor, `/share/${visitors.token}/files${query}`), '*', query)
  for (const path of [
    `/share/${editors.token}`,
    `/share/${editors.token}/files`,
    `/share/${visitors.token}/files/${crypto.randomUUID()}`,
    `/share/${visitors.token}/nothing`,
    `/share/${locked.token}/file`,
    '/share/unknown-link/files',
    `/request/${asked}/upload`,
    '/temporary-unavailable',
  ])
    t.equal(await framing(visitor, path), "'none'", path)
  for (const path of [`/share/${visitors.token}/files`, '/'])
    t.equal(await framing(person.client, path), "'none'", `${path}, signed in`)
})

t.test('shared items by keyboard: find, edit, remove several', async (t) => {
  const { person, ids } = await newUser(['Contracts'])
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await makeShare(person, await putFile(person, name, name))
  const page = await openFiles(person)
  const keys = async (...list: string[]) => {
    for (const key of list) await page.keyboard.press(key)
  }
  await rowHandle(page, 'Contracts').focus()
  await keys('Home', 'Alt+s')
  await sheet(page).getByRole('button', { name: 'Create and copy link' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Create and copy link'))
  await keys('Enter')
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Copy link'))
  await keys('Tab', 'Tab', 'Enter')
  await page.waitForFunction(() => document.activeElement?.matches('[role=menuitemcheckbox]'))
  // The menu moves the focus in a task of its own.
  await keys('End')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Can edit and upload')
  await keys('Enter')
  await control(page, 'can edit and upload').waitFor()
  // The closed menu returns the focus in a task of its own.
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('can edit and upload'))
  await keys('Tab', 'Enter')
  await panel(page, 'Expiration').getByRole('radio', { name: 'Never' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('input[type=radio]'))
  // The month before cannot be selected: the next stops are the month after and the days.
  await keys('Tab', 'Enter', 'Tab', 'PageDown', 'ArrowDown', 'Enter')
  await panel(page, 'Expiration')
    .getByText(/^The link expires on/)
    .waitFor()
  await keys('Escape')
  await panel(page, 'Expiration').waitFor({ state: 'detached' })
  await saved(page)
  await keys('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await page.getByRole('treeitem', { name: 'Contracts' }).locator('[data-shared]').waitFor()
  const terms = async () =>
    (await person.client.get<{ data: { data: ShareLink }[] }>(`/api/items/${ids.Contracts}/shares`)).body.data[0]?.data
      .attributes
  const { permission, expires_at: end } = (await poll(terms, (link) => link?.expires_at != null)) ?? {}
  t.equal(permission, 'editor')
  const days = (Date.parse(end ?? '') - Date.now()) / 86_400_000
  t.ok(days > 30 && days < 75, `it expires in ${days} days`)

  await keys('Escape', 'Alt+g', 's')
  await headingShown(page, 'Shared by me')
  await rowShown(page, 'a.txt')
  const shared = () => page.locator('[data-index] [data-focus]').allInnerTexts()
  await eventually(t, shared, ['Contracts', 'c.txt', 'b.txt', 'a.txt'])
  await rowHandle(page, 'Contracts').focus()
  await keys('Home', 'ArrowDown', 'Shift+ArrowDown')
  await page.getByRole('button', { name: 'Delete link' }).focus()
  await keys('Enter')
  await page.getByRole('alertdialog', { name: 'Delete the links to 2 items?' }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).focus()
  await keys('Enter')
  await page.getByText('Links to 2 items deleted', { exact: true }).waitFor()
  await rowGone(page, 'c.txt')
  await rowGone(page, 'b.txt')
  await rowShown(page, 'a.txt')
  await page.reload()
  await rowShown(page, 'a.txt')
  await eventually(t, () => row(page, 'b.txt').count(), 0)
})

t.test('sharing on a phone, dark theme', async (t) => {
  const { person } = await newUser([])
  const empty = await openFiles(person, { path: 'my-shared-items', width: 390 })
  await empty.getByText('Nothing shared yet').waitFor()
  await makeShare(person, await putFile(person, 'a rather long name of a report for the board.pdf', 'x'), {
    expiration: 6,
  })
  const page = await openFiles(person, { path: 'my-shared-items', width: 390, theme: 'dark' })
  await page.getByText(/^Expires in [56] hours · .*Not opened yet$/).waitFor()
  await page.getByRole('button', { name: /^Actions/ }).tap()
  await page.getByRole('dialog').getByText('Edit sharing').tap()
  await sheet(page).getByRole('button', { name: 'Copy link' }).waitFor()
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), 'nothing overflows')
  t.same(await axeFaults(page), [])
  await picture(page, 'share-sheet-phone')
  t.same(browser.errors, [])
})
