import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { sendFile } from '../support/file-requests.ts'
import { headingShown, rowShown } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)

t.test('requests page: a new request is for the chosen folder, and its link is copied', async (t) => {
  const owner = await signUp(app)
  const clients = await makeFolder(owner, 'Clients')
  await makeFolder(owner, 'Northwind', clients)
  const page = await browser.visit(`${app.url}/platform/requests`, { as: owner })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'New upload request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is it about?').fill('Tax papers')
  await dialog.getByText('Files go into a new folder in “My Files”.').waitFor()
  await dialog.getByRole('button', { name: 'Where files go: My Files' }).click()
  await dialog.getByRole('button', { name: 'Folders in Clients' }).click()
  await dialog.getByText('Northwind').click()
  await dialog.getByRole('button', { name: 'Where files go: Northwind' }).waitFor()
  // Enter in the search finds folders, and does not create the request.
  await dialog.getByRole('textbox', { name: 'Search folders' }).fill('North')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Northwind' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Search folders' }).fill('')
  t.same(await axeFaults(page), [])
  await dialog.getByRole('button', { name: 'Where files go: Northwind' }).click()
  await dialog.getByText('Files go into a new folder in “Northwind”.').waitFor()
  await dialog.getByRole('button', { name: 'Where files go: Northwind' }).click()
  await eventually(t, () => dialog.getByRole('radio', { name: 'Northwind' }).isChecked(), true, 'it is shown again')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('The link is copied.').waitFor()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await eventually(t, () => page.evaluate(() => navigator.clipboard.readText()), link)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const ann = anonymous(app)
  const token = new URL(link).pathname.split('/')[2] ?? ''
  await ann.post(`/api/file-request/${token}/uploader`, { name: 'Ann' })
  await sendFile(ann, token, 'return.pdf', 'x')
  await page.getByRole('link', { name: 'Tax papers' }).click()
  await rowShown(page, 'return.pdf')
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Northwind' }).click()
  await headingShown(page, 'Northwind')
  t.same(browser.errors, [])
})
