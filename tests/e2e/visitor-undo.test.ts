import type { Page } from 'playwright-core'
import t from 'tap'
import type { Listing } from '../../modules/storage/contract.ts'
import { signUp } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { listedNames, toastShown } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

/** Visitors' changes by a link or a request are announced, and undone as a whole. */
const { app, browser } = await pagesTest(t)
const owner = await signUp(app)
const top = await makeFolder(owner, 'Top')
const box = await makeFolder(owner, 'Box', top)
await putFile(owner, 'a.txt', 'a', top)
await putFile(owner, 'a.txt', 'boxed', box)
const inTop = listedNames(owner, `folders/${top}`)
const inBox = listedNames(owner, `folders/${box}`)
const { token } = await makeShare(owner, { id: top, type: 'folder' }, { permission: 'editor' })
const page = await browser.visit(`${app.url}/share/${token}`)
const dialog = page.getByRole('dialog')
const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
const choose = async (action: string) => {
  await page.getByRole('button', { name: 'Actions for a.txt' }).click()
  await page.getByText(action, { exact: true }).filter({ visible: true }).click()
}

t.test('editor of a link: a rename, its type and a number are told and undone', async (t) => {
  const rename = async (to: string) => {
    await choose('Rename')
    await dialog.getByRole('textbox').fill(to)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await rename('a.md')
  await toastShown(page, '“a.txt” renamed to “a.md”. Its type is now .md')
  await eventually(t, inTop, ['Box', 'a.md'])
  await undo()
  await eventually(t, inTop, ['Box', 'a.txt'])
  await page.getByRole('link', { name: 'a.txt', exact: true }).waitFor()
  await rename('Box')
  await toastShown(page, '“Box” already exists here. The new name is “Box (1)”')
  await undo()
  await eventually(t, inTop, ['Box', 'a.txt'])
})

t.test('editor of a link: a move that replaced a file is undone as a whole', async (t) => {
  await choose('Move')
  await dialog.getByRole('button', { name: 'Box' }).click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await page.getByRole('radio', { name: /replace/i }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await eventually(t, inTop, ['Box'])
  await eventually(t, inBox, ['a.txt'])
  await page.getByText('1 file replaced').first().waitFor()
  await undo()
  await eventually(t, inTop, ['Box', 'a.txt'])
  await eventually(t, inBox, ['a.txt'])
  await page.getByRole('link', { name: 'a.txt', exact: true }).waitFor()
})

t.test('editor of a link: a move in the background goes on when a read of its state fails', async (t) => {
  const states = ['failed to arrive', 'running', 'done']
  const operation = (state: string | undefined) => ({ data: { id: top, type: 'operation', attributes: { state } } })
  await page.route('**/api/sharing/move/**', (route) => route.fulfill({ status: 202, json: operation('running') }))
  await page.route('**/api/sharing/operations/**', (route) =>
    states.length === 3 && states.shift() ? route.abort() : route.fulfill({ json: operation(states.shift()) }),
  )
  await choose('Move')
  await dialog.getByRole('button', { name: 'Box' }).click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await toastShown(page, '“a.txt” moved')
  t.strictSame(states, [], 'it was followed to its end')
  await page.unrouteAll()
  await page.reload()
})

t.test('move dialog of a link: folders that cannot be loaded are loaded again', async () => {
  await page.route('**/api/sharing/subfolders/**', (route) => route.abort())
  await choose('Move')
  await dialog.getByRole('alert').getByText('Couldn’t load this.').waitFor()
  await page.unroute('**/api/sharing/subfolders/**')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('button', { name: 'Box' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

t.test('editor of a link: what the server has done is shown, although its response was lost', async (t) => {
  await page.route('**/api/sharing/remove/**', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await choose('Delete')
  await eventually(t, inTop, ['Box'])
  await toastShown(page, 'Something went wrong. Try again.')
  t.equal(await page.getByRole('link', { name: 'a.txt', exact: true }).count(), 0)
})

t.test(
  'uploader of a request: a rename is told and undone; folders that cannot be loaded are loaded again',
  async (t) => {
    const request = await makeFileRequest(owner, { title: 'Papers' })
    const page = await browser.visit(`${app.url}/request/${request.token}/upload`)
    const dialog = page.getByRole('dialog')
    await page.getByLabel('Your name').fill('Kim')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('b') })
    await page.getByRole('button', { name: 'Rename b.txt' }).click()
    await page.getByLabel('New name').fill('c.txt')
    await page.keyboard.press('Enter')
    await toastShown(page, '“b.txt” renamed to “c.txt”')
    await page.getByRole('button', { name: 'Rename c.txt' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Rename b.txt' }).waitFor()

    const tree = '**/api/file-request/**/navigation**'
    await page.route(tree, (route) => route.abort())
    await page.getByRole('button', { name: 'Move b.txt', exact: true }).click()
    await dialog.getByRole('alert').getByText('Couldn’t load this.').waitFor()
    await page.unroute(tree)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('There is no other folder yet.').waitFor()
    t.strictSame(
      browser.errors.filter((error) => !error.includes('ERR_FAILED')),
      [],
    )
  },
)

t.test('visitors: an editor and an uploader give their folders an emoji, also without another name', async (t) => {
  const { token: requested } = await makeFileRequest(owner, { title: 'Soups' })
  const choose = async (page: Page, name: string) => {
    const form = page.locator('[role=dialog], [data-sent] form')
    await form.getByRole('button', { name: /Choose an(other| emoji)/ }).click()
    await form.getByLabel('Search emoji').fill(name)
    await form.getByRole('button', { name, exact: true }).click()
  }
  const emojiOf = async (path: string) => {
    const { body } = await owner.client.get<Listing>(`/api/browse/folders/${path}`)
    return body.data.map(({ data }) => [data.attributes.name, data.attributes.emoji?.char])
  }
  await page.goto(`${app.url}/share/${token}`)
  await page.getByRole('button', { name: 'New folder' }).click()
  await dialog.getByRole('textbox').first().fill('Broths')
  await choose(page, 'steaming bowl')
  t.same(await axeFaults(page), [])
  await picture(page, 'visitor-folder-emoji')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const row = page.locator('.share-row', { hasText: 'Broths' })
  await row.locator('img[src*="1f35c"]').waitFor()
  await page.getByRole('button', { name: 'Actions for Broths' }).click()
  await page.getByText('Rename', { exact: true }).filter({ visible: true }).click()
  await choose(page, 'teapot')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.locator('img[src*="1fad6"]').waitFor()
  await eventually(t, async () => (await emojiOf(top)).find(([name]) => name === 'Broths')?.[1], '🫖')

  const uploads = await browser.visit(`${app.url}/request/${requested}/upload`, { width: 390, theme: 'dark' })
  await uploads.getByRole('button', { name: 'New folder', exact: true }).click()
  await uploads.getByRole('dialog').getByLabel('Name').fill('Stews')
  await choose(uploads, 'steaming bowl')
  await uploads.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const sent = uploads.locator('[data-sent] li')
  await sent.locator('img[src*="1f35c"]').waitFor()
  await uploads.getByRole('button', { name: 'Rename Stews' }).click()
  await sent.getByRole('textbox').first().fill('Pots')
  await choose(uploads, 'teapot')
  t.same(await axeFaults(uploads), [])
  await picture(uploads, 'uploader-folder-emoji')
  await sent.getByRole('button', { name: 'Save' }).click()
  await sent.locator('form').waitFor({ state: 'detached' })
  await sent.locator('img[src*="1fad6"]').waitFor()
  await sent.getByText('Pots').waitFor()
  await uploads.getByRole('button', { name: 'Undo' }).click()
  await sent.locator('img[src*="1f35c"]').waitFor()
  await sent.getByText('Stews').waitFor()
  t.same(browser.errors, [])
})
