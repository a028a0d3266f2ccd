import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from 'playwright-core'
import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { dropFromDesktop } from '../support/desktop-drop.ts'
import { makeFileRequest, sendChunk } from '../support/file-requests.ts'
import { chooseInMenu } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)
await makeFolder(owner, 'Holiday')

const enter = (path: string): Promise<Page> => browser.visit(`${app.url}${path}`, { as: owner })
/** A visitor's page; each test loads a request of its own. */
const visitor = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })
const answer = async (link: string): Promise<Page> => {
  await visitor.goto(link)
  await hydrated(visitor)
  return visitor
}
const send = (page: Page, ...names: string[]) =>
  page
    .locator('input[data-upload=files]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name} content`) })))
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

t.test('file request: created from a folder, answered by two uploaders, closed and reopened', async (t) => {
  const page = await enter('/platform/files')
  await page.locator('[data-index]').filter({ hasText: 'Holiday' }).click({ button: 'right' })
  await chooseInMenu(page, 'More sharing options', 'New upload request')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is it about?').fill('Photos of Lisbon')
  await dialog.getByRole('button', { name: 'More options' }).click()
  await dialog.getByLabel('Require a name').check()
  await dialog.getByLabel('Send by email to').fill('lea@example.org,')
  await dialog.getByRole('button', { name: 'Remove lea@example.org' }).click()
  t.same(await axeFaults(page), [])
  // By keyboard: Enter in a field submits the form.
  await dialog.getByLabel('What is it about?').press('Enter')
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const ann = await browser.visit(link, { width: 390, height: 844, theme: 'dark' })
  await ann.getByRole('heading', { name: 'Photos of Lisbon' }).waitFor()
  await ann.getByRole('button', { name: 'Choose files' }).click()
  await ann.getByText('Enter your name first.').waitFor()
  const focused = () => ann.evaluate(() => document.activeElement?.getAttribute('name'))
  await eventually(t, focused, 'uploader-name', 'the focus is where something is missing')
  await ann.keyboard.type('Ann')
  await send(ann, 'one.txt', 'two.txt')
  await ann.locator('[data-sent] li').nth(1).waitFor()
  t.same(await axeFaults(ann), [])
  t.ok(await fits(ann))
  await ann.getByRole('button', { name: 'Rename one.txt' }).click()
  await ann.getByLabel('New name').fill('uno.txt')
  await ann.keyboard.press('Enter')
  await ann.locator('[data-sent]').getByText('uno.txt').waitFor()
  const isInList = () => ann.evaluate(() => document.activeElement?.matches('[data-sent] li button'))
  await eventually(t, isInList, true, 'the focus stays in the list')
  await send(ann, 'wrong.txt')
  await ann.getByRole('button', { name: 'Delete wrong.txt' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await ann.locator('[data-sent]').getByText('wrong.txt').waitFor({ state: 'detached' })
  await eventually(t, isInList, true)

  await ann.getByRole('button', { name: 'New folder', exact: true }).click()
  await ann.getByRole('dialog').getByLabel('Name').fill('Alfama')
  await ann.keyboard.press('Enter')
  await ann.locator('[data-sent]').getByText('Alfama').waitFor()
  const moved = ann.waitForResponse((answer) => answer.url().endsWith('/move'))
  await ann.getByRole('button', { name: 'Move uno.txt', exact: true }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Alfama' }).click()
  t.equal((await moved).status(), 200)
  await ann.locator('[data-sent]').getByText('uno.txt').waitFor({ state: 'detached' })
  await ann.getByRole('link', { name: 'Alfama' }).click()
  await ann.locator('[data-sent]').getByText('uno.txt').waitFor()
  t.same(await axeFaults(ann), [])
  await ann.getByRole('link', { name: 'Back' }).click()
  await ann.locator('[data-sent]').getByText('two.txt').waitFor()

  const bob = await answer(link)
  t.equal(await bob.locator('[data-sent] li').count(), 0, 'nothing of the other uploader is shown')
  await bob.getByLabel('Your name').fill('Bob')
  const disk = testFolder(t)
  writeFileSync(join(disk, 'three.txt'), 'three.txt content')
  await dropFromDesktop(bob, [join(disk, 'three.txt')], { x: 5, y: 5 })
  await bob.locator('[data-sent]').getByText('three.txt').waitFor()
  t.notOk((await bob.content()).includes('uno.txt'))

  const posted = (page: Page) => page.waitForResponse((answer) => answer.request().method() !== 'GET')
  const done = posted(ann)
  await ann.getByRole('button', { name: 'Submit' }).press('Enter')
  t.ok((await done).ok())
  await ann.getByText('has your 2 files').waitFor()
  const tagOfFocus = () => ann.evaluate(() => document.activeElement?.localName)
  await eventually(t, tagOfFocus, 'h1', 'the focus is on the heading of the receipt')
  await ann.getByRole('button', { name: 'Send more' }).press('Enter')
  await ann.getByRole('heading', { name: 'Photos of Lisbon' }).waitFor()
  await eventually(t, tagOfFocus, 'h1', 'the focus is on the heading of the form')
  await ann.getByRole('button', { name: 'Submit' }).press('Enter')
  await ann.getByText('has your 2 files').waitFor()
  await ann.reload()
  await ann.getByText('has your 2 files').waitFor()

  await page.goto(`${app.url}/platform/requests`)
  await hydrated(page)
  const card = page.locator('[data-requests] li')
  await card.getByText(/3 files.*from 2 people/).waitFor()
  t.same(await axeFaults(page), [])
  await card.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit request' }).click()
  await dialog.getByLabel('Max file size (MB)').waitFor()
  t.equal(await dialog.getByLabel('Folder name').count(), 0, 'the folder exists by now')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: /^Actions for/ }).click()
  const closed = posted(page)
  await page.getByRole('menuitem', { name: 'Close request' }).click()
  t.ok((await closed).ok())
  await card.getByText('Closed', { exact: true }).waitFor()
  await bob.reload()
  await bob.getByRole('heading', { name: 'This request is closed' }).waitFor()
  await card.getByRole('button', { name: /^Actions for/ }).click()
  const reopened = posted(page)
  await page.getByRole('menuitem', { name: 'Reopen request' }).click()
  t.ok((await reopened).ok())
  await card.getByText('Open', { exact: true }).waitFor()
  await bob.reload()
  await bob.locator('[data-sent]').getByText('three.txt').waitFor()
  t.same(browser.errors, [])
})

t.test('file request: works without scripts, noindex, no referrer; unknown tokens are 404', async (t) => {
  const made = await owner.client.post<{ data: { attributes: { link: string } } }>('/api/file-request', {
    title: 'Plain words',
  })
  const { pathname } = new URL(made.body.data.attributes.link)
  const answer = await owner.client.fetch(pathname)
  const html = await answer.text()
  t.match(html, 'Plain words')
  t.match(html, '<meta name="robots" content="noindex')
  t.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  const rejected = await owner.client.fetch(`${pathname}?rejected=5&name=a&name=%3Cb%3E&name=%E2%80%AEc`)
  t.match(await rejected.text(), 'Not uploaded: a, &lt;b&gt;, c, and 2 more')
  t.equal((await owner.client.fetch('/request/no-such-token-at-all/upload')).status, 404)
  t.equal((await owner.client.fetch('/request')).status, 200)
})

t.test('file request: an open one of a suspended owner is unavailable, and shows nothing (D42)', async (t) => {
  const suspended = await signUp(app)
  const { token } = await makeFileRequest(suspended, { name: 'Secret matter', visibility: 'all' })
  await sendChunk(anonymous(app), token, 'secret.txt', 'x')
  await app.coffer.platform.db.query(`update users set status = 'suspended' where id = $1`, [suspended.id])
  const answer = await fetch(`${app.url}/request/${token}/upload`, { redirect: 'manual' })
  t.equal(answer.headers.get('location'), '/temporary-unavailable')
  t.notMatch(await answer.text(), /secret/i)
})

t.test('file request: shows its conditions; without scripts, a form uploads files', async (t) => {
  const page = await enter('/platform/requests')
  await page.getByRole('button', { name: 'New upload request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is it about?').fill('Scans')
  const more = dialog.getByRole('button', { name: 'More options' })
  await more.click()
  t.equal(await more.getAttribute('aria-expanded'), 'true')
  const grace = dialog.getByLabel('After the deadline')
  const [button, first] = [await more.boundingBox(), await grace.boundingBox()]
  t.ok(button && first && first.y > button.y, 'the options open below what was pressed')
  for (const kind of ['Videos', 'Audio', 'Other files']) await dialog.getByLabel(kind, { exact: true }).uncheck()
  await grace.selectOption({ label: '1 hour more' })
  await dialog.getByLabel('What uploaders see').selectOption({ label: 'All files' })
  t.same(await axeFaults(page), [])
  await picture(page, 'request-dialog')
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const { data } = (await (await created).json()) as { data: { attributes: Record<string, unknown> } }
  t.match(data.attributes, { accepted_types: ['image', 'document'], grace_minutes: 60, visibility: 'all' })
  t.equal(data.attributes.allow_uploader_close, false, 'uploaders do not close it unless the owner says so (D39)')

  const plain = await browser.visit(data.attributes.link as string, { scripts: false, width: 390, height: 844 })
  await plain.getByRole('textbox', { name: 'Your name (optional)' }).fill('Plain Jane')
  await plain.locator('input[name=files]').setInputFiles([
    { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('first') },
    { name: 'tool.exe', mimeType: 'text/plain', buffer: Buffer.from('wrong') },
    { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('second') },
  ])
  t.equal(await plain.locator('[data-dropzone]').isVisible(), false)
  await plain.getByText(/^Until .* UTC$/).waitFor()
  await plain.getByRole('button', { name: 'Send files' }).click()
  await plain.getByText('2 files uploaded.').waitFor()
  await plain.getByRole('alert').getByText('Not uploaded: tool.exe', { exact: true }).waitFor()
  await plain.locator('[data-sent] li').nth(1).waitFor()
  t.ok(await fits(plain))
  await picture(plain, 'request-plain')

  const other = await answer(data.attributes.link as string)
  await other.getByRole('heading', { name: 'Files in this request' }).waitFor()
  await other.locator('[data-sent] li').nth(1).waitFor()
  t.equal(
    await other.getByRole('button', { name: /^(Rename|Move|Delete) / }).count(),
    0,
    'nothing that would be rejected',
  )

  const small = await owner.client.post<{ data: { attributes: { link: string } } }>('/api/file-request', {
    title: 'Small files',
    max_file_size: 5,
  })
  const limited = await answer(small.body.data.attributes.link)
  await send(limited, 'large.txt')
  await limited.getByRole('alertdialog').getByText('large.txt wasn’t uploaded. Files can be up to 5 bytes.').waitFor()
  t.same(browser.errors, [])
})

t.test('file request: files over its limit share one alert, also where the page does not know the limit', async (t) => {
  const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt']
  for (const isKnown of [true, false]) {
    const { link, token } = await makeFileRequest(owner, isKnown ? { max_file_size: 5 } : {})
    const page = await answer(link)
    if (!isKnown) await owner.client.patch(`/api/file-request/${token}`, { max_file_size: 5 })
    let rejected = 0
    const count = (response: Response) => {
      if (response.status() === 413) rejected += 1
    }
    page.on('response', count)
    await send(page, ...names)
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('heading', { name: '4 files are too large' }).waitFor()
    await dialog.getByText(/\.txt, and 1 more/).waitFor()
    t.equal(rejected, isKnown ? 0 : 4, 'what is known to be too large is not sent')
    t.equal(await dialog.count(), 1)
    await dialog.getByRole('button').click()
    await dialog.waitFor({ state: 'detached' })
    page.off('response', count)
  }
  t.same(browser.errors, [])
})

t.test('file request: the owner’s list shows at once what is sent, and what changes elsewhere', async (t) => {
  const person = await signUp(app)
  const { token } = await makeFileRequest(person, { title: 'Plans' })
  const page = await browser.visit(`${app.url}/platform/requests`, { as: person })
  await page.waitForSelector('html[data-realtime]')
  const list = page.locator('[data-requests]')
  await list.getByText('No files yet').waitFor()
  t.equal((await sendChunk(anonymous(app), token, 'plan.txt', 'twelve bytes')).status, 201)
  await list.getByText('1 file, 12 bytes').waitFor()
  await person.client.patch(`/api/file-request/${token}`, { title: 'Final plans' })
  await list.getByRole('heading', { name: 'Final plans' }).waitFor()
  await person.client.post(`/api/file-request/${token}/revoke`, {})
  await list.waitFor({ state: 'detached' })
  await page.context().close()
})

t.test('file request: what is pasted into a field is not sent, what is pasted into the page is', async (t) => {
  const { token } = await makeFileRequest(owner, { name: 'Receipts', require_name: true })
  const page = await answer(`${app.url}/request/${token}/upload`)
  const paste = (selector: string, name: string) =>
    page.locator(selector).evaluate((element, name) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['content'], name))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, name)
  await page.locator('input[name=uploader-name]').fill('Ann')
  await paste('input[name=uploader-name]', 'field.txt')
  await paste('main', 'page.txt')
  await page.locator('[data-sent]').getByText('page.txt').waitFor()
  t.equal(await page.getByText('field.txt').count(), 0)
  t.same(browser.errors, [])
})
