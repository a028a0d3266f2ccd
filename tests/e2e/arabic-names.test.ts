import t from 'tap'
import { rowHandle, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { putFile } from '../support/shares.ts'

const { browser, openFiles, newUser } = await filesTest(t)
const name = '2026-11-28 Notes.pdf'

t.test('files in Arabic: names within sentences are read as they are written', async (t) => {
  const { person } = await newUser(['2024', 'مشاريع'])
  for (const file of [name, 'ملف 1.txt', 'C++']) await putFile(person, file, 'x')
  await person.client.patch('/api/user/settings', { name: 'locale', value: 'ar' })
  const page = await openFiles(person, { locale: 'ar' })
  t.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  for (const shown of ['2024', name, 'C++']) await rowShown(page, shown)
  t.same(browser.errors, [], 'the server and the browser render the same labels')
  await rowHandle(page, name).click()
  await page.keyboard.press('Delete')
  const toast = page.getByText(/تم نقل.*Notes\.pdf/)
  await toast.waitFor()
  const edges = await toast.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() && !texts.currentNode.textContent?.includes('Notes'));
    const text = texts.currentNode
    return ['2026', '11', '28', 'Notes', '.pdf'].map((part) => {
      const range = document.createRange()
      const at = (text.textContent ?? '').indexOf(part)
      range.setStart(text, at)
      range.setEnd(text, at + part.length)
      return range.getBoundingClientRect().left
    })
  })
  t.same(
    edges,
    edges.toSorted((a, b) => a - b),
    'from left to right',
  )
})

t.test('a keyboard without Latin letters: Ctrl+A selects all files', async (t) => {
  const { person } = await newUser(['مشاريع', 'صور'])
  const page = await openFiles(person)
  await page.keyboard.press('ArrowDown')
  await page.locator('[data-index="0"] [data-focus]').focus()
  await page.evaluate(() => {
    const keys = { key: 'ش', code: 'KeyA', ctrlKey: true, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys))
  })
  await page.locator('[data-index][aria-selected=true]').nth(1).waitFor()
  t.same(browser.errors, [])
})
