import type { Page } from 'playwright-core'
import t from 'tap'
import type { FileRequest } from '../../modules/sharing/contract.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { chooseInMenu, headingShown, rowGone, rowHandle, toastShown } from '../support/files-page.ts'
import { mailsTo } from '../support/mail-folder.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { createTeam } from '../support/teams.ts'

/** A change whose response is lost is shown as the server has stored it: the server tells other tabs only. */
const { app, openFiles, newUser } = await filesTest(t)

/** The server carries out the next change, and a proxy answers for it. Resolves when it has. */
const loseResponse = (page: Page, url: string): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isLost = false
  void page.route(url, async (route) => {
    if (route.request().method() === 'GET' || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '' })
    resolve()
  })
  return promise
}

t.test('lost response: a link whose password was removed is shown without one', async (t) => {
  const { person } = await newUser([])
  const file = await putFile(person, 'report.txt', 'report')
  await makeShare(person, { id: file.id, type: 'file' }, { password: 'harbour at dawn' })
  const page = await openFiles(person)
  await rowHandle(page, 'report.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit sharing' }).click()
  const part = (name: string) =>
    page.getByRole('group', { name: 'Link permissions' }).getByRole('button', { name, exact: true })
  await part('Password required').click()
  const lost = loseResponse(page, '**/api/share/*')
  const read = page.waitForResponse((answer) => answer.url().endsWith('/shares'))
  await page.getByRole('button', { name: 'Remove password' }).click()
  await lost
  await read
  await part('No password').waitFor()
  t.equal(await part('Password required').count(), 0)
})

t.test('lost response: items whose links were deleted leave the list of shared items', async () => {
  const { person } = await newUser([])
  for (const name of ['a.txt', 'b.txt']) await makeShare(person, await putFile(person, name, name))
  const page = await openFiles(person, { path: 'my-shared-items' })
  await page.waitForSelector('html[data-realtime]')
  await rowHandle(page, 'b.txt').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  const lost = loseResponse(page, '**/api/share/*')
  await page.getByRole('button', { name: 'Delete link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await lost
  for (const name of ['a.txt', 'b.txt']) await rowGone(page, name)
})

t.test('lost response: a closed request is shown as closed', async () => {
  const { person } = await newUser([])
  await makeFileRequest(person, { title: 'Photos' })
  const page = await openFiles(person, { path: 'requests' })
  await page.waitForSelector('html[data-realtime]')
  const card = page.locator('[data-requests] li')
  await card.getByRole('button', { name: /^Actions for/ }).click()
  const lost = loseResponse(page, '**/api/file-request/**')
  await page.getByRole('menuitem', { name: 'Close request' }).click()
  await lost
  await card.getByText('Closed', { exact: true }).waitFor()
})

t.test('lost response: a dissolved team leaves the list, and one that was created is opened', async (t) => {
  const { person } = await newUser([])
  await createTeam(person, [[{ email: 'apollo@example.org' }, 'can_view']])
  const page = await openFiles(person, { path: 'team-folders' })
  await page.waitForSelector('html[data-realtime]')
  await rowHandle(page, 'Project').click({ button: 'right' })
  await chooseInMenu(page, 'More sharing options', 'Dissolve team')
  const dissolved = loseResponse(page, '**/api/teams/**')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dissolve team' }).click()
  await dissolved
  await rowGone(page, 'Project')

  await page.unroute('**/api/teams/**')
  await page.goto(new URL('?new', page.url()).href)
  await page.waitForSelector('html[data-realtime]')
  await page.getByRole('textbox', { name: 'Name' }).fill('Gemini')
  await page.getByLabel('Invite by email').fill('apollo@example.org')
  await page.keyboard.press('Enter')
  const created = loseResponse(page, '**/api/teams/folders')
  await page.getByRole('button', { name: 'Create team folder' }).last().click()
  await created
  await headingShown(page, 'Gemini')
  await toastShown(page, '“Gemini” was created, and the invitation was sent.')
  await eventually(t, async () => (await mailsTo(app.dataDir, 'apollo@example.org')).length, 2)
})

t.test('lost response: a version that was deleted leaves the list', async () => {
  const { person } = await newUser([])
  await putFile(person, 'a.txt', 'first')
  await putFile(person, 'a.txt', 'second', null, { on_conflict: 'replace' })
  await makeFolder(person, 'Box')
  const page = await openFiles(person)
  await rowHandle(page, 'a.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const version = page.locator('[data-version]')
  await version.getByRole('button', { name: /Delete/ }).click()
  const lost = loseResponse(page, '**/versions/*')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await lost
  await version.waitFor({ state: 'detached' })
})

/** Sends the form: the request is created, but neither its response nor the list arrives until the form is sent again. */
const createUnseen = async (page: Page) => {
  let isUnreachable = false
  await page.route('**/api/file-request', async (route) => {
    if (route.request().method() === 'GET') return isUnreachable ? route.abort() : route.fallback()
    await route.fetch()
    isUnreachable = true
    await route.fulfill({ status: 504, contentType: 'text/html', body: '' })
  })
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create link' })
  await create.click()
  await page
    .getByRole('region', { name: /Notices/ })
    .getByRole('button')
    .first()
    .waitFor()
  isUnreachable = false
  return create
}

t.test(
  'lost response: a request that was created is shown, and none is created in place of an unknown one',
  async (t) => {
    const { person } = await newUser([])
    const page = await openFiles(person, { path: 'requests?new' })
    const email = 'sender@example.org'
    await page.getByLabel('Send by email to').fill(email)
    const create = await createUnseen(page)
    await create.click()
    await page.getByRole('dialog', { name: 'Your request is ready' }).waitFor()
    const { body } = await person.client.get<{ data: unknown[] }>('/api/file-request')
    t.equal(body.data.length, 1)
    await eventually(t, async () => (await mailsTo(app.dataDir, email)).length, 1)
  },
)

t.test('lost response: a form that was changed since its request was created says so', async (t) => {
  const { person } = await newUser([])
  const page = await openFiles(person, { path: 'requests?new' })
  const create = await createUnseen(page)
  await page.getByLabel('What is it about?').fill('Invoices')
  await create.click()
  await page.getByRole('dialog', { name: 'Your request is ready' }).getByText('without your later changes').waitFor()
  const { body } = await person.client.get<{ data: { data: FileRequest }[] }>('/api/file-request')
  t.strictSame(
    body.data.map(({ data }) => data.attributes.title),
    [null],
  )
})
