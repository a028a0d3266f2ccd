import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

t.test('share link search: the results close when the focus or a tap leaves them', async (t) => {
  const folder = await makeFolder(owner, 'Covered')
  for (let number = 1; number <= 9; number += 1) await putFile(owner, `Page ${number}.txt`, 'x', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const phone = await browser.visit(`${app.url}/share/${token}`, { width: 390, height: 844 })
  await hydrated(phone)
  const field = phone.getByRole('searchbox', { name: 'Search this folder' })
  const results = phone.getByRole('search').getByRole('link')
  await field.fill('page')
  await results.last().focus()
  await phone.keyboard.press('Tab')
  await results.first().waitFor({ state: 'detached' })
  const first = row(phone, 'Page 1.txt').getByRole('link').first()
  const isUncovered = () =>
    first.evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await eventually(t, isUncovered, true)
  await field.focus()
  await results.first().waitFor()
  await phone.getByRole('heading', { name: 'Covered' }).tap()
  await results.first().waitFor({ state: 'detached' })
  t.equal(await field.inputValue(), 'page')
  await field.tap()
  await results.first().waitFor()
  await field.evaluate((input: HTMLInputElement) => input.blur())
  t.ok(await results.first().isVisible(), 'the screen keyboard is put away to see them')
  await results.first().tap()
  await phone.getByRole('dialog').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('share link search: a folder that was found gets the focus when it opens', async (t) => {
  const folder = await makeFolder(owner, 'Outer', await makeFolder(owner, 'Private'))
  await putFile(owner, 'Inside.txt', 'x', await makeFolder(owner, 'Inner', folder))
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  await hydrated(page)
  const field = page.getByRole('searchbox', { name: 'Search this folder' })
  const hit = page.getByRole('search').getByRole('link')
  await field.fill('inside')
  await eventually(t, () => hit.allInnerTexts(), ['Inside.txt\nOuter › Inner'], 'from the shared folder on')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'share-search-path')
  await field.fill('inner')
  await eventually(t, () => hit.allInnerTexts(), ['Inner\nOuter'])
  await hit.click()
  await row(page, 'Inside.txt').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.matches('h1, .share-row *, .share-row'))
  await eventually(t, focused, true)
})

t.test('share link search: of more hits than are shown, it says how many there are', async (t) => {
  const folder = await makeFolder(owner, 'Crowd')
  await seedFolder(app.coffer.platform.db, owner.id, 25, { parent: folder, prefix: 'crowded ' })
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  await hydrated(page)
  await page.getByRole('searchbox', { name: 'Search this folder' }).fill('crowded')
  await page.getByRole('search').getByText('Found: 1–20 of 25').waitFor()
  t.equal(await page.getByRole('search').getByRole('link').count(), 20)
})
