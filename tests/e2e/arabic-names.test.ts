import type { Locator } from 'playwright-core'
import t, { type Test } from 'tap'
import { makeFileRequest } from '../support/file-requests.ts'
import { rowHandle, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)
const name = '2026-11-28 Notes.pdf'

/** Checks that these parts of an element's first text with them stand one after the other. */
const readFromLeft = async (t: Test, element: Locator, parts: string[]) => {
  const edges = await element.evaluate((element, parts) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() && !texts.currentNode.textContent?.includes(parts[0] ?? ''));
    const text = texts.currentNode
    return parts.map((part) => {
      const range = document.createRange()
      const at = (text.textContent ?? '').indexOf(part)
      range.setStart(text, at)
      range.setEnd(text, at + part.length)
      return range.getBoundingClientRect().left
    })
  }, parts)
  t.same(
    edges,
    edges.toSorted((a, b) => a - b),
    'from left to right',
  )
}

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
  await readFromLeft(t, toast, ['2026', '11', '28', 'Notes', '.pdf'])
})

t.test('file request in Arabic: an English message is read from left to right', async (t) => {
  const { person } = await newUser([])
  const { token } = await makeFileRequest(person, { title: 'Invoices (PDF).', notes: 'Please send: 1. invoices!' })
  const page = await browser.visit(`${app.url}/request/${token}/upload`, { locale: 'ar' })
  t.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await readFromLeft(t, page.getByRole('heading', { level: 1 }), ['Invoices', 'PDF', ').'])
  await readFromLeft(t, page.getByText('Please send'), ['Please', ':', '1', 'invoices', '!'])
  t.same(browser.errors, [])
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
