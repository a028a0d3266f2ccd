import t from 'tap'
import type { ShareLink } from '../../modules/sharing/contract.ts'
import { row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeShare, putFile } from '../support/shares.ts'

const { browser, openFiles, newUser } = await filesTest(t)

t.test('autosave: the stored text typed back after a failed save ends its error and follows others', async (t) => {
  const { person } = await newUser([])
  const file = await putFile(person, 'report.txt', 'twelve bytes')
  const other = await putFile(person, 'other.txt', 'other')
  await makeShare(person, other, { slug: 'taken-already' })
  const { token } = await makeShare(person, file, { slug: 'the-report' })
  const slugNow = async () =>
    (await person.client.get<{ data: { data: ShareLink }[] }>(`/api/items/${file.id}/shares`)).body.data[0]?.data
      .attributes.slug
  const page = await openFiles(person)
  await page.waitForSelector('html[data-realtime=open]')
  await row(page, 'report.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit sharing' }).click()
  const dialog = page.getByRole('dialog', { name: /^Share “/ })
  await dialog.getByRole('button', { name: 'Settings' }).click()
  const slug = dialog.getByLabel('Custom link')
  const error = dialog.getByText('This link is taken. Choose another.')
  await slug.fill('taken-already')
  await page.keyboard.press('Enter')
  await error.waitFor()
  await slug.fill('the-report')
  await error.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')

  await person.client.patch(`/api/share/${token}`, { slug: 'the-final-report' })
  await eventually(t, () => slug.inputValue(), 'the-final-report')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // It is stored after whatever closing the dialog has sent.
  await row(page, 'other.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit sharing' }).click()
  await dialog.waitFor()
  t.equal(await slugNow(), 'the-final-report')
  t.strictSame(browser.errors, [])
})
