import t from 'tap'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { listed, row, there, told } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { putFile } from '../support/shares.ts'
import { soon } from '../support/soon.ts'

const { app, browser, enter, somebody, db } = await filesTest(t)

/** Eight files: two of now, three of the last two days, three of the spring of last year. */
const uploader = async () => {
  const { person } = await somebody([], 8)
  await db.query(
    `with numbered as (select id, row_number() over (order by name) as n from items where owner_id = $1)
     update items i set created_at = case when n <= 2 then now() - n * interval '1 millisecond'
       when n <= 5 then date_trunc('day', now()) - interval '12 hours' - n * interval '1 minute'
       else ('2025-04-0' || n || 'T12:00Z')::timestamptz end
     from numbered where numbered.id = i.id`,
    [person.id],
  )
  return person
}

t.test('recent uploads stand by their day', async (t) => {
  const person = await uploader()
  const page = await enter(person, { path: 'recent-uploads' })
  await there(page, 'item 1.bin')
  await page.getByRole('columnheader', { name: 'Day', exact: true }).waitFor()
  const days = page.locator('.file-row .file-day')
  await page.waitForFunction(() => document.querySelectorAll('.file-row .file-day').length === 8)
  const told = (await days.allInnerTexts()).filter(Boolean)
  t.equal(told.length, 5, told.join())
  t.same(told.slice(2), ['Apr 8, 2025', 'Apr 7, 2025', 'Apr 6, 2025'])
  t.equal(await page.locator('.starts-day').count(), 4, 'a line between two days, none above the first')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'recents')
  const phone = await enter(person, { path: 'recent-uploads', width: 390 })
  await row(phone, 'item 8.bin').locator('.file-day').getByText('Apr 8, 2025').waitFor()
  t.strictSame(await axeFaults(phone), [], 'on a phone')
  await picture(phone, 'recents-phone')
})

t.test('as tiles, the first of each day says which', async (t) => {
  const person = await uploader()
  for (const [width, name] of [
    [1440, 'recents-grid'],
    [390, 'recents-grid-phone'],
  ] as const) {
    const page = await enter(person, { path: 'recent-uploads', width })
    await there(page, 'item 1.bin')
    await page.keyboard.press('v')
    await page.waitForFunction(() => document.querySelectorAll('.file-tile').length === 8)
    const days = await page.locator('.file-tile-day').allInnerTexts()
    t.same(days.slice(2), ['Apr 8, 2025', 'Apr 7, 2025', 'Apr 6, 2025'])
    t.equal(days.length, 5, days.join())
    t.strictSame(await axeFaults(page), [], name)
    await picture(page, name)
  }
})

t.test('duplicates lie beside their originals, wherever these are', async (t) => {
  const { person, ids } = await somebody(['Box'])
  await putFile(person, 'there.txt', Buffer.from('there'), ids.Box)
  await putFile(person, 'here.txt', Buffer.from('here'))
  const page = await enter(person, { path: 'recent-uploads' })
  await row(page, 'there.txt').click()
  await row(page, 'here.txt').click({ modifiers: ['Control'] })
  await row(page, 'here.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await told(page, '2 items duplicated')
  await soon(t, listed(person, `folders/${ids.Box}`), ['there (1).txt', 'there.txt'])
  await soon(t, listed(person), ['Box', 'here (1).txt', 'here.txt'])
  await page.keyboard.press('Control+z')
  await soon(t, listed(person, `folders/${ids.Box}`), ['there.txt'])
  await soon(t, listed(person), ['Box', 'here.txt'])
})

t.test('the search is reached from the account pages', async (t) => {
  const { person } = await somebody([], 1)
  const page = await enter(person, { width: 390 })
  await page.goto(`${app.url}/user/settings/storage`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await page.waitForURL('**/platform/files')
  await page.getByRole('dialog').waitFor()
  t.strictSame(browser.errors, [])
})
