import t from 'tap'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { boxOf, chooseInMenu, listedNames, row, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser, db } = await filesTest(t)

/** Eight files: two from now, three from the last two days, three from spring 2025. */
const uploader = async () => {
  const { person } = await newUser([], 8)
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

t.test('recent uploads: grouped by day', async (t) => {
  const person = await uploader()
  const page = await openFiles(person, { path: 'recent-uploads' })
  await rowShown(page, 'item 1.bin')
  await page.getByRole('columnheader', { name: 'Day', exact: true }).waitFor()
  const days = page.locator('.file-row .file-day')
  await page.waitForFunction(() => document.querySelectorAll('.file-row .file-day').length === 8)
  const shownDays = (await days.allInnerTexts()).filter(Boolean)
  t.equal(shownDays.length, 5, shownDays.join())
  t.same(shownDays.slice(2), ['Apr 8, 2025', 'Apr 7, 2025', 'Apr 6, 2025'])
  t.equal(await page.locator('.starts-day').count(), 4, 'a separator between two days, none above the first')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'recents')
  const phone = await openFiles(person, { path: 'recent-uploads', width: 390 })
  await row(phone, 'item 8.bin').locator('.file-day').getByText('Apr 8, 2025').waitFor()
  await row(phone, 'item 8.bin')
    .getByText(/ · My Files$/)
    .waitFor()
  const ofDay = row(phone, 'item 8.bin')
  const [heading, named] = [await boxOf(ofDay.locator('.file-day')), await boxOf(ofDay.locator('[data-focus]'))]
  t.ok(heading.y + heading.height <= named.y, 'a heading above the row')
  const first = await boxOf(phone.locator('.file-row .file-day').first())
  t.ok(first.y + first.height <= (await boxOf(phone.locator('.file-row [data-focus]').first())).y, 'also of today')
  const list = phone.locator('.file-rows')
  const reserved = (await boxOf(list.locator('..'))).height
  t.equal((await boxOf(list)).height, reserved, 'the list reserves the room of its rows and headings')
  t.equal(reserved, 8 * 56 + 5 * 32)
  t.strictSame(await axeFaults(phone), [], 'on a phone')
  await picture(phone, 'recents-phone')
})

t.test('recent uploads as grid: the first item of each day shows the day', async (t) => {
  const person = await uploader()
  for (const [width, name] of [
    [1440, 'recents-grid'],
    [390, 'recents-grid-phone'],
  ] as const) {
    const page = await openFiles(person, { path: 'recent-uploads', width })
    // The phone shows the choice that the account made on the computer.
    if (width > 390) {
      await rowShown(page, 'item 1.bin')
      await page.keyboard.press('Alt+v')
    }
    await page.waitForFunction(() => document.querySelectorAll('.file-tile').length === 8)
    const days = await page.locator('.file-tile-day').allInnerTexts()
    t.same(days.slice(2), ['Apr 8, 2025', 'Apr 7, 2025', 'Apr 6, 2025'])
    t.equal(days.length, 5, days.join())
    t.strictSame(await axeFaults(page), [], name)
    await picture(page, name)
  }
})

t.test('recent uploads: a duplicate is created beside its original', async (t) => {
  const { person, ids } = await newUser(['Box'])
  await putFile(person, 'there.txt', Buffer.from('there'), ids.Box)
  await putFile(person, 'here.txt', Buffer.from('here'))
  const page = await openFiles(person, { path: 'recent-uploads' })
  await row(page, 'there.txt').click()
  await row(page, 'here.txt').click({ modifiers: ['Control'] })
  await row(page, 'here.txt').click({ button: 'right' })
  await chooseInMenu(page, 'Copy or cut', 'Duplicate')
  await toastShown(page, '2 items duplicated')
  await eventually(t, listedNames(person, `folders/${ids.Box}`), ['there (1).txt', 'there.txt'])
  await eventually(t, listedNames(person), ['Box', 'here (1).txt', 'here.txt'])
  await page.keyboard.press('Control+z')
  await eventually(t, listedNames(person, `folders/${ids.Box}`), ['there.txt'])
  await eventually(t, listedNames(person), ['Box', 'here.txt'])
})

t.test('recent uploads: all of them, dragged to the trash, leave the other items of the root', async (t) => {
  const { person, ids } = await newUser(['Box', 'Other'])
  await seedFolder(db, person.id, 150, { parent: ids.Box ?? null })
  const page = await openFiles(person, { path: 'recent-uploads' })
  const dragged = page.locator('[data-index="2"] [data-focus]')
  await dragged.click()
  await page.keyboard.press('Control+a')
  // The size is known once all rows are loaded.
  await page.waitForFunction(() => /150 selected · /.test(document.body.innerText))
  await dragged.dragTo(page.getByRole('link', { name: 'Trash' }).first())
  await toastShown(page, '150 items moved to the trash')
  await eventually(t, listedNames(person, `folders/${ids.Box}`), [])
  t.same(await listedNames(person)(), ['Box', 'Other'])
})

t.test('search: opens from the account pages', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person, { width: 390 })
  await page.goto(`${app.url}/user/settings/storage`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await page.getByRole('dialog').waitFor()
  t.strictSame(browser.errors, [])
})
