import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { axeFaults, picture, resting } from '../support/browser.ts'
import { follow } from '../support/follow.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches, poll } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'

const { app, browser } = await pagesTest(t)
const { db } = app.coffer.platform
const person = await signUp(app, { name: 'Ada Lovelace' })
const projects = await seedOneFolder(db, person.id, 'Projects')
const resume = await seedOneFolder(db, person.id, 'Résumés & letters', projects)
await seedFolder(db, person.id, 12, { parent: resume, prefix: 'Letter ' })
await seedFolder(db, person.id, 30, { prefix: 'Quarterly report ' })

const enter = (as: Actor, width: number, theme: 'light' | 'dark' = 'light'): Promise<Page> =>
  browser.visit(`${app.url}/platform/files`, { width, height: width < 640 ? 844 : 900, theme, as })
const field = (page: Page) => page.getByRole('dialog').locator('input')
const active = (page: Page) => page.locator('[role=option][aria-selected=true]')
const settled = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
/** Holds what the server is asked until the function it resolves with is called. */
const holdSearch = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/search?*', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
const seen = async (t: Test, page: Page, name: string) => {
  await picture(page, name)
  t.same(await axeFaults(page), [], name)
}

t.test('search: by keyboard and in the text, 1440 px', async (t) => {
  const page = await enter(person, 1440)

  await t.test('Enter before the response opens the first hit once it arrives', async (t) => {
    const release = await holdSearch(page)
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.getByRole('option', { name: 'New folder' }).waitFor()
    const asked = page.waitForRequest((request) => request.url().includes('/api/search?'))
    await page.keyboard.type('resumes')
    await page.waitForFunction(() => !document.querySelector('[role=option]'))
    await page.keyboard.press('Enter')
    await asked
    t.match(page.url(), /\/platform\/files$/, 'nothing to open yet')
    release()
    await page.waitForURL(`**/platform/files/${resume}`)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.unroute('**/api/search?*')
  })

  await t.test('Enter ignores hits of an earlier query, and actions while files may still arrive', async (t) => {
    await follow(page, '/platform/files')
    await page.keyboard.press('Control+k')
    await field(page).fill('report')
    await settled(page, 'result')
    const release = await holdSearch(page)
    await field(page).fill('resumes')
    await page
      .getByRole('option', { name: /Quarterly report/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    release()
    await page.waitForURL(`**/platform/files/${resume}`)
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // An action has the same name and is shown before the response.
    const beach = await seedOneFolder(db, person.id, 'Go to the beach', resume)
    await follow(page, '/platform/files')
    await page.unroute('**/api/search?*')
    const answer = await holdSearch(page)
    await page.keyboard.press('Control+k')
    await field(page).fill('go to')
    await eventuallyMatches(t, () => active(page).innerText(), /^Go to (?!the beach)/)
    await page.keyboard.press('Enter')
    answer()
    await page.waitForURL(`**/platform/files/${beach}`)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.unroute('**/api/search?*')
  })

  await t.test('find, open, reveal and close by keyboard alone', async (t) => {
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    const focused = () => field(page).evaluate((element) => element === document.activeElement)
    await eventually(t, focused, true, 'the field has the focus')
    await page.getByRole('option', { name: 'New folder' }).waitFor()
    await seen(t, page, 'search-empty-light')
    await page.keyboard.type('resumes')
    await settled(page, '1 result')
    await eventuallyMatches(t, () => active(page).innerText(), /Résumés & letters\s+My Files\s+Projects/)
    await eventually(t, () => active(page).locator('mark').allInnerTexts(), ['Résumés'])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/platform/files/${resume}`)
    await page.getByRole('heading', { name: 'Résumés & letters' }).first().waitFor()

    await page.keyboard.press('/')
    await page.keyboard.type('lettre 7')
    await settled(page, 'result')
    await eventuallyMatches(t, () => active(page).innerText(), /Letter 7\.bin/, 'a typing error')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.getByRole('option', { name: 'Résumés & letters' }).first().waitFor()
    await page.keyboard.type('quarterly report 17')
    await eventuallyMatches(t, () => active(page).innerText(), /Quarterly report 17/)
    await page.keyboard.press('Control+Enter')
    await page.waitForURL('**/platform/files')
    await page
      .locator('[data-index] [aria-selected=true], [data-index][aria-selected=true]')
      .filter({ hasText: 'Quarterly report 17' })
      .waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('quarterly')
    await settled(page, 'result')
    await page.keyboard.press('ArrowDown')
    await eventuallyMatches(t, () => field(page).getAttribute('aria-activedescendant'), /-1$/)
    await page.keyboard.press('Tab')
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await eventually(t, label, 'Type', 'Tab goes to the filters')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('type:folder quart')
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await eventually(t, () => field(page).inputValue(), 'quart', 'an operator becomes a chip')
    await seen(t, page, 'search-nothing-light')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    const answered = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('query') === 'trash')
    await page.keyboard.type('trash')
    await page.getByRole('option', { name: 'Go to Trash' }).waitFor()
    // Files come first: the options keep their positions once the response has arrived.
    await answered
    await resting(page)
    for (let n = 0; n < 9; n++) {
      const line = await active(page).innerText()
      if (/Go to/.test(line)) break
      await page.keyboard.press('ArrowDown')
      await poll(
        () => active(page).innerText(),
        (next) => next !== line,
      )
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/platform/trash')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await t.test('in both themes', async (t) => {
    await follow(page, '/platform/files')
    for (const theme of ['light', 'dark']) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value
      }, theme)
      await picture(page, `search-field-${theme}`)
      await page.getByRole('button', { name: 'Search anything…' }).click()
      await field(page).fill(theme === 'light' ? 'rep' : 'report')
      await settled(page, 'result')
      await seen(t, page, `search-results-${theme}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  await t.test('filters in the text, true counts, a preview, and every setting', async (t) => {
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.type('type:bin in:Projects after:yesterday letter')
    await settled(page, '12 results')
    await eventually(t, () => field(page).inputValue(), 'letter')
    for (const chip of ['.bin', 'In “Projects”'])
      await page.getByRole('button', { name: `Remove filter: ${chip}`, exact: true }).waitFor()
    await page.getByText('Files and folders · 12 results').waitFor()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await eventuallyMatches(
      t,
      () => preview.innerText(),
      /Letter \d+\.bin[\s\S]*My Files › Projects › Résumés & letters/,
    )
    await seen(t, page, 'search-filters-dark')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('type:bin in:Projects')
    await page.getByText(/Files and folders · [\d,]+ results/).waitFor()
    await page
      .getByRole('option', { name: /Letter/ })
      .first()
      .waitFor()
    await seen(t, page, 'search-filters-only-dark')
    await page.getByRole('combobox', { name: 'Type' }).selectOption('PDF')
    await page.getByRole('option', { name: /\.bin/ }).first().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    for (const [typed, found] of [
      ['empty tr', 'Empty trash'],
      ['storage', 'Go to Storage'],
      ['dark', 'Theme: Dark'],
      ['2fa', 'Settings: Two-factor authentication'],
      ['time zone', 'Settings: Language and time'],
      ['sort size', 'Sort by: Size'],
    ] as const) {
      await field(page).fill(typed)
      await page.getByRole('option', { name: found }).first().waitFor()
    }
    await field(page).fill('team folders')
    const lists = page.getByRole('option', { name: 'Go to Team folders' })
    await lists.first().waitFor()
    t.equal(await lists.count(), 1)
    await field(page).fill('passkeys')
    await page.getByRole('option', { name: 'Settings: Passkeys' }).click()
    await page.waitForURL('**/user/settings/password#passkeys')
  })
  t.same(browser.errors, [])
})

t.test('search on a phone: full screen, opened from the bottom bar', async (t) => {
  const page = await enter(person, 390, 'dark')
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  const groups = page
    .getByRole('dialog')
    .getByRole('group')
    .filter({ has: page.locator('[role=option]') })
  await page
    .getByRole('option', { name: /Quarterly report/ })
    .first()
    .waitFor()
  await eventually(t, () => groups.locator('> p').allInnerTexts(), ['Recent', 'Actions'])
  t.equal(await active(page).count(), 0, 'no row looks chosen')
  await seen(t, page, 'search-phone-empty-dark')
  const types = page.getByRole('combobox', { name: 'Type' }).locator('option')
  t.same((await types.allInnerTexts()).slice(-3), ['Documents', 'PDF', 'Other files'])
  await field(page).fill('report')
  await settled(page, 'result')
  await eventually(t, () => page.getByRole('dialog').boundingBox(), { x: 0, y: 0, width: 390, height: 844 })
  t.equal(await active(page).count(), 0, 'nor among the results')
  t.equal(await page.locator('[role=option]').count(), 12, 'as many results as fit, and “Show more”')
  await seen(t, page, 'search-phone-dark')
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await field(page).fill('letters')
  await page.getByRole('option', { name: 'Résumés & letters' }).first().tap()
  await page.waitForURL(`**/platform/files/${resume}`)
})

t.test('search: errors and users, 1024 px', async (t) => {
  const admin = await signUp(app, { name: 'Grace Hopper' })
  await db.query(`update users set role = 'admin' where id = $1`, [admin.id])
  app.coffer.users.invalidate(admin.id)
  const page = await enter(admin, 1024, 'dark')
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.type('u lovelace')
  await settled(page, '1 result')
  await eventuallyMatches(t, () => active(page).innerText(), /Ada Lovelace/)
  await seen(t, page, 'search-people-dark')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.route('**/api/search*', (route) => route.abort())
  await page.keyboard.type('anything')
  await page.getByRole('heading', { name: 'Search failed' }).waitFor()
  await page.getByText('Can’t reach the server.').waitFor()
  await seen(t, page, 'search-failed-dark')
  await page.unroute('**/api/search*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  t.same(browser.errors, [])
})
