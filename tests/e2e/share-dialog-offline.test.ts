import type { Page } from 'playwright-core'
import t from 'tap'
import { row, toastShown } from '../support/files-page.ts'
import { mailsTo } from '../support/mail-folder.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeShare, putFile } from '../support/shares.ts'

/** The share dialog while the server cannot be reached: nothing typed is lost, and nothing is sent twice. */
const { app, openFiles, newUser } = await filesTest(t)

const openDialog = async () => {
  const { person } = await newUser([])
  const { token } = await makeShare(person, await putFile(person, 'report.txt', 'report'))
  const page = await openFiles(person)
  await row(page, 'report.txt').click({ button: 'right' })
  const read = page.waitForResponse('**/shares')
  await page.getByRole('menuitem', { name: 'Edit sharing' }).click()
  await read
  const dialog = page.getByRole('dialog', { name: /^Share “/ })
  return { person, token, page, dialog, people: dialog.getByLabel('Send to people') }
}
const calls = ['**/api/share/**', '**/api/items/*/shares']
const disconnect = (page: Page) => Promise.all(calls.map((url) => page.route(url, (route) => route.abort())))
const connect = (page: Page) => Promise.all(calls.map((url) => page.unroute(url)))

t.test('share dialog: without a connection what was typed stays, and can be sent afterwards', async (t) => {
  const { page, dialog, people } = await openDialog()
  const emails = ['lea@example.org', 'ben@example.org']
  await people.fill(`${emails.join(', ')}, `)
  await disconnect(page)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  const alert = dialog.getByText('Couldn’t check what was saved. Try again.')
  await alert.waitFor()
  for (const email of emails) await dialog.getByRole('button', { name: `Remove ${email}` }).waitFor()
  t.equal(await dialog.getByText('Saved', { exact: true }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await connect(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await toastShown(page, 'Link sent to 2 people')
  for (const email of emails) await eventually(t, async () => (await mailsTo(app.dataDir, email)).length, 1)
})

t.test('share dialog: sent recipients leave the field before the list is read again', async (t) => {
  const { page, dialog, people } = await openDialog()
  let reads = 0
  let failed = 0
  // It is never answered.
  await page.route('**/api/items/*/shares', () => {
    reads += 1
  })
  page.on('requestfailed', () => {
    failed += 1
  })
  await people.fill('mia@example.org')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await toastShown(page, 'Link sent')
  t.equal(failed, 0)
  await page.keyboard.press('Enter')
  await eventually(t, () => reads, 1)
  t.equal(await dialog.getByRole('button', { name: 'Send link' }).count(), 0)
  await eventually(t, async () => (await mailsTo(app.dataDir, 'mia@example.org')).length, 1)
})

t.test('share dialog: a mail whose response is lost was sent if the list shows its recipients', async (t) => {
  const { page, dialog, people } = await openDialog()
  await page.route('**/api/share/*/email', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '' })
  })
  await people.fill('tom@example.org')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await toastShown(page, 'Link sent')
  await eventually(t, async () => (await mailsTo(app.dataDir, 'tom@example.org')).length, 1)
})

t.test('autosave: a value whose response was lost follows others, and is not sent again', async (t) => {
  const { person, token, page, dialog } = await openDialog()
  await page.waitForSelector('html[data-realtime=open]')
  await dialog.getByRole('button', { name: 'Settings' }).click()
  const label = dialog.getByLabel('Label')
  let sent = 0
  await page.route('**/api/share/*', async (route) => {
    sent += 1
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '' })
  })
  await label.fill('New')
  await page.keyboard.press('Enter')
  await dialog.getByText('Saved', { exact: true }).waitFor()
  await person.client.patch(`/api/share/${token}`, { label: 'Final' })
  await eventually(t, () => label.inputValue(), 'Final')
  await label.focus()
  await page.keyboard.press('Enter')
  await label.blur()
  t.equal(sent, 1)
})
