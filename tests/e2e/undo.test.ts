import t from 'tap'
import { gone, listed, row, there, told } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { soon } from '../support/soon.ts'

const { browser, enter, somebody } = await filesTest(t)

t.test('Ctrl+Z takes back what was done last, a copy too', async (t) => {
  const { person, ids } = await somebody(['Box'], 3)
  const page = await enter(person)
  await row(page, 'item 1.bin').click()
  await page.keyboard.press('Delete')
  await gone(page, 'item 1.bin')
  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await there(page, 'item 2 (1).bin')
  await told(page, '“item 2.bin” copied to My Files')
  await page.keyboard.press('Control+z')
  await gone(page, 'item 2 (1).bin')
  await soon(t, listed(person), ['Box', 'item 2.bin', 'item 3.bin'])
  await page.keyboard.press('Control+z')
  await there(page, 'item 1.bin')
  await soon(t, listed(person), ['Box', 'item 1.bin', 'item 2.bin', 'item 3.bin'])

  await row(page, 'item 3.bin').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy to…' }).click()
  await page.getByRole('dialog').getByText('Box').click()
  await page.getByRole('button', { name: 'Copy here' }).click()
  await told(page, '“item 3.bin” copied to Box')
  await page.keyboard.press('Control+z')
  await soon(t, listed(person, `folders/${ids.Box}`), [])
})

t.test('what the emptied trash held is not offered any more', async (t) => {
  const { person } = await somebody([], 2)
  const page = await enter(person)
  await row(page, 'item 1.bin').click()
  await page.keyboard.press('Delete')
  await told(page, '“item 1.bin” moved to the trash')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await there(page, 'item 1.bin')
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await told(page, 'Your trash was successfully cleared.')
  t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  await page.keyboard.press('Control+z')
  await soon(t, listed(person), ['item 2.bin'])
  t.equal(await page.getByText('does not exist').count(), 0)
})

t.test('no page threw', async (t) => {
  t.same(browser.errors, [])
})
