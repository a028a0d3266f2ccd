import t from 'tap'
import { chooseInMenu, listedNames, row, rowGone, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { browser, openFiles, newUser } = await filesTest(t, { motion: true })

t.test('undo: Ctrl+Z undoes the last action, a copy too', async (t) => {
  const { person, ids } = await newUser(['Box'], 3)
  const page = await openFiles(person)
  await row(page, 'item 1.bin').click()
  await page.keyboard.press('Delete')
  await rowGone(page, 'item 1.bin')
  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await rowShown(page, 'item 2 (1).bin')
  await toastShown(page, '“item 2.bin” copied to My Files')
  await page.keyboard.press('Control+z')
  await rowGone(page, 'item 2 (1).bin')
  await eventually(t, listedNames(person), ['Box', 'item 2.bin', 'item 3.bin'])
  await page.keyboard.press('Control+z')
  await rowShown(page, 'item 1.bin')
  await eventually(t, listedNames(person), ['Box', 'item 1.bin', 'item 2.bin', 'item 3.bin'])

  await row(page, 'item 3.bin').click({ button: 'right' })
  await chooseInMenu(page, 'Copy or cut', 'Copy to…')
  await page.getByRole('dialog').getByText('Box').click()
  await page.getByRole('button', { name: 'Copy here' }).click()
  await toastShown(page, '“item 3.bin” copied to Box')
  await page.keyboard.press('Control+z')
  await eventually(t, listedNames(person, `folders/${ids.Box}`), [])
})

t.test('undo: items purged with the trash are not offered', async (t) => {
  const { person } = await newUser([], 2)
  const page = await openFiles(person)
  await row(page, 'item 1.bin').click()
  await page.keyboard.press('Delete')
  await toastShown(page, '“item 1.bin” moved to the trash')
  await page.keyboard.press('Alt+g')
  await page.keyboard.press('t')
  await rowShown(page, 'item 1.bin')
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await toastShown(page, 'Trash emptied')
  t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  await page.keyboard.press('Control+z')
  await eventually(t, listedNames(person), ['item 2.bin'])
  t.equal(await page.getByText('doesn’t exist').count(), 0)
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
