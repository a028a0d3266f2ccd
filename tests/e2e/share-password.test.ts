import t from 'tap'
import type { ShareLink } from '../../modules/sharing/contract.ts'
import { row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeShare, putFile } from '../support/shares.ts'

const { openFiles, newUser } = await filesTest(t)

/** The share dialog of a link without a password, with the open panel of the password. */
const openPanel = async () => {
  const { person } = await newUser([])
  const file = await putFile(person, 'report.txt', 'report')
  await makeShare(person, file)
  const page = await openFiles(person)
  await row(page, 'report.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit sharing' }).click()
  const dialog = page.getByRole('dialog', { name: /^Share “/ })
  await dialog.getByRole('button', { name: 'No password' }).click()
  const panel = page.getByRole('dialog', { name: 'Password', exact: true })
  const isProtected = async () => {
    const { body } = await person.client.get<{ data: { data: ShareLink }[] }>(`/api/items/${file.id}/shares`)
    return body.data[0]?.data.attributes.protected
  }
  return { page, dialog, panel, field: panel.getByRole('textbox', { name: 'Password' }), isProtected }
}

t.test('share dialog: a password that was typed or generated is saved however its panel closes', async (t) => {
  const typed = await openPanel()
  await typed.field.fill('harbour at dawn')
  await typed.dialog.getByRole('button', { name: 'Done', includeHidden: true }).click()
  await typed.dialog.waitFor({ state: 'detached' })
  await eventually(t, typed.isProtected, true)

  const generated = await openPanel()
  await generated.panel.getByRole('button', { name: 'Generate' }).click()
  await generated.page.keyboard.press('Escape')
  await generated.panel.waitFor({ state: 'detached' })
  await generated.dialog.getByRole('button', { name: 'Password required' }).waitFor()
  await eventually(t, generated.isProtected, true)
})

t.test('share dialog: a password that is too short keeps its panel open, and “Done” asks', async (t) => {
  const { page, dialog, panel, field, isProtected } = await openPanel()
  await field.fill('short')
  await dialog.getByRole('button', { name: 'Done', includeHidden: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await panel.getByText('Use at least 6 characters.').waitFor()
  t.equal(await field.inputValue(), 'short')
  await field.fill('')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.equal(await isProtected(), false)
})
