import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { axeFaults, hydrated, picture, resting, testBrowser } from '../support/browser.ts'
import { seedFolder, seedOneFolder, settle } from '../support/seed.ts'
import { soon, until } from '../support/soon.ts'

t.setTimeout(900_000)
const app = await testApp(t, { pages: true })
const browser = await testBrowser(t)
const { db } = app.coffer.platform

interface EnterOptions {
  path?: string
  width?: number
  theme?: 'light' | 'dark'
  prefs?: object
}

/** A page of the files, signed in as somebody. */
const enter = async (person: Actor, { path = '', width = 1280, theme = 'light', prefs }: EnterOptions = {}) => {
  const page = await browser.visit(`${app.url}/sign-in`, { width, theme })
  const cookies = [...person.client.cookies]
  if (prefs) cookies.push(['prefs', encodeURIComponent(JSON.stringify(prefs))])
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: app.url })))
  await page.goto(`${app.url}/platform/${path || 'files'}`)
  await hydrated(page)
  return page
}
/** Somebody new, with these folders and files `item 1.bin` … in their root. */
const somebody = async (folders: string[], files = 0) => {
  const person = await signUp(app)
  const ids: Record<string, string> = {}
  for (const name of folders) ids[name] = await seedOneFolder(db, person.id, name)
  if (files > 0) await seedFolder(db, person.id, files)
  return { person, ids }
}
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[data-focus]:text-is("${name}")`) })
const names = (page: Page) => page.locator('[data-index] [data-focus]').allInnerTexts()
const gone = (page: Page, name: string) => row(page, name).waitFor({ state: 'detached' })
const there = (page: Page, name: string) => row(page, name).waitFor()
const told = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /Notices/ })
    .getByText(text)
    .waitFor()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
/** What the server lists, in order of names; the screen shows a change before the server has made it. */
const listed =
  (person: Actor, folder = 'folders/all') =>
  async (): Promise<string[]> => {
    const path = `/api/browse/${folder}`
    const { body } = await person.client.get<{ data: { data: { attributes: { name: string } } }[] }>(path)
    return body.data.map(({ data }) => data.attributes.name).sort()
  }

t.test('without JavaScript the list is readable and its names are links', async (t) => {
  const { person, ids } = await somebody(['Letters'], 3)
  const answer = await person.client.fetch('/platform/files')
  const html = await answer.text()
  t.match(html, new RegExp(`<a[^>]+href="/platform/files/${ids.Letters}"`))
  t.match(html, /item 3\.bin/)
  t.match(html, /<title>My Files – /)
  const inside = await (await person.client.fetch(`/platform/files/${ids.Letters}`)).text()
  t.match(inside, /<title>Letters – /)
  t.equal((await person.client.fetch(`/platform/files/${crypto.randomUUID()}`)).status, 404)
})

t.test('open, go back, sort, select, rename', async (t) => {
  const { person } = await somebody(['Alpha', 'Beta'], 12)
  const page = await enter(person)
  await row(page, 'Alpha').dblclick()
  await page.getByRole('heading', { name: 'Alpha', level: 1 }).waitFor()
  await page.waitForURL(/\/platform\/files\/[0-9a-f-]{36}$/)
  await page.goBack()
  await there(page, 'item 1.bin')

  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.locator('[aria-sort=ascending]').waitFor()
  await page.waitForFunction(() => document.querySelector('[data-index="2"]')?.textContent?.includes('item 1.bin'))
  const first = async () => (await names(page)).slice(0, 4)
  const natural = ['Alpha', 'Beta', 'item 1.bin', 'item 2.bin']
  await soon(t, first, natural, 'folders first, natural order')
  await page.reload()
  await hydrated(page)
  await soon(t, first, natural, 'the order is remembered')

  await row(page, 'item 2.bin').click()
  await row(page, 'item 5.bin').click({ modifiers: ['Shift'] })
  await row(page, 'item 9.bin').click({ modifiers: ['Control'] })
  await page.getByText('5 selected').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('5 selected').first().waitFor({ state: 'detached' })

  await row(page, 'item 7.bin').click()
  await page.keyboard.press('F2')
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  await page.keyboard.type('seven')
  await page.keyboard.press('Enter')
  await there(page, 'seven.bin')
  await page.waitForFunction(() => document.activeElement?.textContent === 'seven.bin')
  const renamed = ['Alpha', 'Beta', ...[1, 10, 11, 12, 2, 3, 4, 5, 6, 8, 9].map((n) => `item ${n}.bin`), 'seven.bin']
  await soon(t, listed(person), renamed, 'the extension was not selected')
})

t.test('move by drag, undo; trash, undo; restore; delete for good', async (t) => {
  const { person, ids } = await somebody(['Box'], 4)
  const page = await enter(person)
  const sizeOf = async (name: string) => (await row(page, name).innerText()).trim().split('\n').at(-1)
  const size = await sizeOf('item 1.bin')
  await row(page, 'item 1.bin').locator('[data-focus]').dragTo(row(page, 'Box'))
  await gone(page, 'item 1.bin')
  await told(page, '“item 1.bin” moved to Box')
  await soon(t, () => sizeOf('Box'), size)
  await soon(t, listed(person, `folders/${ids.Box}`), ['item 1.bin'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await there(page, 'item 1.bin')
  await soon(t, listed(person, `folders/${ids.Box}`), [])

  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Delete')
  await gone(page, 'item 2.bin')
  await page.keyboard.press('Control+z')
  await there(page, 'item 2.bin')

  await row(page, 'item 2.bin').click()
  await row(page, 'item 3.bin').click({ modifiers: ['Control'] })
  await page.keyboard.press('Delete')
  await told(page, '2 items moved to the trash')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await there(page, 'item 3.bin')
  await row(page, 'item 3.bin').click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await gone(page, 'item 3.bin')
  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Delete “item 2.bin” permanently?').waitFor()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Your trash is empty').waitFor()
  await soon(t, listed(person), ['Box', 'item 1.bin', 'item 3.bin', 'item 4.bin'])
  await soon(t, listed(person, 'trash/all'), [])
})

t.test('a refusal puts everything back and offers another try', async () => {
  const { person } = await somebody([], 3)
  const page = await enter(person)
  let refuse = true
  await page.route('**/api/remove', (route) =>
    refuse
      ? route.fulfill({ status: 503, json: { type: 'error', code: 'busy', message: 'Not now.' } })
      : route.continue(),
  )
  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Delete')
  await told(page, 'Not now.')
  await there(page, 'item 2.bin')
  refuse = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await gone(page, 'item 2.bin')
  await told(page, '“item 2.bin” moved to the trash')
})

t.test('a session that has ended leads to the sign-in page and back', async (t) => {
  const { person } = await somebody(['Gone'], 1)
  const page = await enter(person)
  await page.context().clearCookies()
  await row(page, 'item 1.bin').click()
  await page.keyboard.press('Delete')
  await page.waitForURL('**/sign-in?redirect=%2Fplatform%2Ffiles')
  t.pass('401 leaves')
})

t.test('everything of a folder of 100,000', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 100_000)
  await settle(db)
  const page = await enter(person)
  t.ok((await page.locator('[data-index]').count()) < 500)
  t.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '100001')
  await page.locator('[data-index="2"]').click()
  const took = await page.evaluate(async () => {
    const since = performance.now()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true }))
    while (!document.body.innerText.includes('100,000 selected')) await new Promise(requestAnimationFrame)
    return performance.now() - since
  })
  t.comment(`selected within ${Math.round(took)} ms`)
  await page.locator('[data-index="2"]').click({ modifiers: ['Control'] })
  await page.getByText('99,999 selected').first().waitFor()
  await page.keyboard.press('Delete')
  await told(page, '99,999 items moved to the trash')
  await soon(t, () => page.locator('[data-index]').count(), 1)
  await page.keyboard.press('Control+z')
  await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '100001')

  await page.locator('[data-index="2"]').click()
  await page.keyboard.press('End')
  await page.waitForFunction(
    () => document.activeElement?.closest('[data-index]')?.getAttribute('data-index') === '99999',
  )
  await page.keyboard.press('Shift+PageUp')
  const selected = await until(
    () => page.locator('[aria-selected=true]').count(),
    (count) => count > 5,
  )
  t.ok(selected > 5)
  t.ok((await page.locator('[data-index]').count()) < 500)
  await soon(t, () => page.locator('[aria-busy=true]').count(), 0, 'the rows around are loaded')
})

t.test('by keyboard alone', async (t) => {
  const { person } = await somebody(['Deep'], 3)
  const page = await enter(person)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await soon(t, () => focused(page), 'Deep')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
  await page.keyboard.press('n')
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  await page.keyboard.type('Inner')
  await page.keyboard.press('Enter')
  await there(page, 'Inner')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Inner')
  await page.keyboard.press('Backspace')
  await page.getByRole('heading', { name: 'My Files', level: 1 }).waitFor()
  await there(page, 'Deep')
  await resting(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const last = await until(
    () => focused(page),
    (name) => name.startsWith('item'),
  )
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.getByRole('menuitem', { name: 'Move' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction((name) => document.activeElement?.textContent === name, last)
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
  await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true })))
  await there(page, last)
  await page.keyboard.press('v')
  await page.locator('.file-tile').first().waitFor()
  await page.keyboard.press('i')
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Move through the list').waitFor()
  t.pass('opened, made, named, moved, looked around')
})

t.test('on a phone: tap opens, long press selects, the menu is a sheet', async (t) => {
  const { person } = await somebody(['Pocket', 'Other'], 2)
  const page = await enter(person, { width: 390 })
  await row(page, 'Pocket').getByRole('button').tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Add to favourites' }).tap()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await row(page, 'Pocket').getByText('Favourite').waitFor()
  await resting(page)
  const box = await row(page, 'Other').boundingBox()
  if (!box) throw new Error('no row')
  const touch = await page.context().newCDPSession(page)
  const point = [{ x: box.x + 120, y: box.y + 20 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point })
  await page.locator('[role=row][aria-selected=true]').filter({ hasText: 'Other' }).waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await row(page, 'item 1.bin').tap()
  await page.getByText('2 selected').filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: 'Clear selection' }).filter({ visible: true }).tap()
  await row(page, 'Pocket').tap()
  await page.getByRole('heading', { name: 'Pocket', level: 1 }).waitFor()
  t.pass('all within the thumb’s reach')
})

t.test('on a phone: rows are swiped sideways, and scrolled up and down', async (t) => {
  const { person } = await somebody(['Pocket'], 30)
  const page = await enter(person, { width: 390, prefs: { sorting: { field: 'name', direction: 'ASC' } } })
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  /** Puts the finger on a row and moves it; lets go unless told not to. */
  const swipe = async (name: string, [dx, dy]: [number, number], letGo = true) => {
    // What was swiped before is back in its place.
    await page.locator('[data-swipe]').first().waitFor({ state: 'detached' })
    await resting(page)
    const box = await row(page, name).boundingBox()
    if (!box) throw new Error('no row')
    const [x, y] = [dx < 0 ? 300 : 90, box.y + box.height / 2]
    await finger('touchStart', x, y)
    for (let step = 1; step <= 10; step += 1) await finger('touchMove', x + (dx * step) / 10, y + (dy * step) / 10)
    if (letGo) await finger('touchEnd')
  }
  await page.waitForLoadState('networkidle')
  await swipe('item 2.bin', [-60, 4])
  await swipe('item 2.bin', [-200, 20], false)
  await page.locator('[data-swipe=start][data-far]').waitFor()
  await picture(page, 'swipe-trash')
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await finger('touchEnd')
  await gone(page, 'item 2.bin')
  await told(page, '“item 2.bin” moved to the trash')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await there(page, 'item 2.bin')
  await swipe('Pocket', [180, 0], false)
  await picture(page, 'swipe-favourite')
  await finger('touchEnd')
  await row(page, 'Pocket').getByText('Favourite').waitFor()
  await swipe('item 3.bin', [180, 0])
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear selection' }).filter({ visible: true }).tap()
  await swipe('item 8.bin', [40, -260])
  await page.waitForFunction(() => (document.querySelector('[data-view]')?.scrollTop ?? 0) > 100)
  await soon(t, () => page.locator('[data-swipe]').count(), 0)
})

t.test('axe finds nothing serious', async (t) => {
  const { person } = await somebody(['Clients', 'Taxes'], 8)
  for (const [width, theme] of [
    [1440, 'light'],
    [1024, 'dark'],
    [390, 'light'],
  ] as const) {
    const page = await enter(person, { width, theme, prefs: { detail: true } })
    t.same(await axeFaults(page), [], `list, ${width} ${theme}`)
    if (width < 640) continue
    await row(page, 'Taxes').click()
    t.same(await axeFaults(page), [], `selected, ${width} ${theme}`)
    await page.getByRole('button', { name: 'Move', exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
    t.same(await axeFaults(page), [], `popup, ${width} ${theme}`)
    await page.keyboard.press('Escape')
    const tiles = await enter(person, { width, theme, prefs: { preview: 'grid' }, path: 'recent-uploads' })
    t.same(await axeFaults(tiles), [], `grid, ${width} ${theme}`)
  }
})

t.test('no page threw', async (t) => {
  t.same(browser.errors, [])
})
