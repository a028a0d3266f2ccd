import type { Page } from 'playwright-core'
import t from 'tap'
import { axeFaults, hydrated, resting } from '../support/browser.ts'
import {
  boxOf,
  chooseInMenu,
  headingShown,
  row,
  rowGone,
  rowHandle,
  rowNames,
  rowShown,
  toastShown,
} from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches, poll } from '../support/poll.ts'
import { seedOneFolder } from '../support/seed.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

const press = async (page: Page, x: number, y: number) => {
  await page.mouse.move(x, y)
  await page.mouse.down()
}
/** Starts a drag at one point and holds it over another until a folder opens; small moves keep the drag active. */
const begin = async (page: Page, from: { x: number; y: number }) => {
  await press(page, from.x, from.y)
  await page.mouse.move(from.x + 12, from.y + 6)
}
const hold = async (page: Page, { x, y }: { x: number; y: number }, opened?: string) => {
  let turn = 0
  await poll(async () => {
    turn += 1
    await page.mouse.move(x + (turn % 2), y)
    return opened ? page.getByRole('heading', { name: opened, level: 1 }).isVisible() : turn >= 4
  })
}
const selected = async (page: Page) =>
  (await page.locator('[aria-selected=true] [data-focus]').allInnerTexts()).toSorted()

t.test('cut and paste: by menu, button and keys; Escape clears the clipboard', async (t) => {
  const { person } = await newUser(['Box', 'Deep'], 4)
  const page = await openFiles(person)
  await rowHandle(page, 'item 1.bin').click({ button: 'right' })
  await chooseInMenu(page, 'Copy or cut', 'Cut')
  await page.locator('.is-cut').filter({ hasText: 'item 1.bin' }).waitFor()
  const paste = page.getByRole('button', { name: 'Paste 1 item' })
  await eventually(t, () => paste.isDisabled(), true, 'not where it is already')
  await page.keyboard.press('Escape')
  await page.locator('.is-cut').waitFor({ state: 'detached' })

  await rowHandle(page, 'item 1.bin').click()
  await rowHandle(page, 'item 2.bin').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+x')
  await rowHandle(page, 'Box').dblclick()
  await headingShown(page, 'Box')
  t.same(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Paste 2 items' }).click()
  await rowShown(page, 'item 2.bin')
  await toastShown(page, '2 items moved to Box')
  await eventually(t, () => selected(page), ['item 1.bin', 'item 2.bin'], 'what was pasted is selected')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Backspace')
  await headingShown(page, 'My Files')
  await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true })))
  await rowShown(page, 'item 1.bin')
  await page.locator('.is-cut').waitFor({ state: 'detached' })

  // Selected text is copied, and files again once a row is chosen.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await rowHandle(page, 'item 1.bin').click()
  await page.keyboard.press('Alt+i')
  const name = page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: 'item 1.bin' })
  for (const keys of ['Control+x', 'Control+c']) {
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await name.click({ clickCount: 3 })
    await page.keyboard.press(keys)
    if (keys === 'Control+c') await eventuallyMatches(t, copied, /^item 1\.bin\s*$/)
    t.same(await selected(page), ['item 1.bin'], `${keys}: the file is not taken`)
    t.equal(await page.getByRole('button', { name: /^Paste/ }).count(), 0)
  }
  await rowHandle(page, 'item 2.bin').click()
  await page.keyboard.press('Control+c')
  await page.getByRole('button', { name: 'Paste 1 item' }).waitFor()
})

t.test('selection rectangle: selects; adds with Ctrl; scrolls the list at its edge', async (t) => {
  const { person } = await newUser([], 60)
  const page = await openFiles(person, { view: { sorting: { field: 'name', direction: 'ASC' } } })
  const from = await boxOf(page.locator('[data-index="1"]'))
  const to = await boxOf(page.locator('[data-index="4"]'))
  // Clear of the actions that rows show under the pointer once their code has loaded.
  const right = from.x + from.width - 240
  await press(page, right, from.middle.y)
  await page.mouse.move(right - 80, to.middle.y, { steps: 8 })
  await page.locator('.file-band').waitFor()
  await page.mouse.up()
  await page.locator('.file-band').waitFor({ state: 'detached' })
  await eventually(t, () => selected(page), ['item 2.bin', 'item 3.bin', 'item 4.bin', 'item 5.bin'])
  await page.keyboard.down('Control')
  const more = await boxOf(page.locator('[data-index="7"]'))
  await press(page, right, more.middle.y)
  await page.mouse.move(right - 40, more.middle.y + 8, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Control')
  await page.getByText('5 selected').first().waitFor()

  await page.mouse.move(right, more.middle.y + 40)
  await page.mouse.down()
  const list = await boxOf(page.locator('[data-view]'))
  await page.mouse.move(right - 60, list.y + list.height - 4, { steps: 8 })
  await page.waitForFunction(() => (document.querySelector('[data-view]')?.scrollTop ?? 0) > 400)
  await page.mouse.up()
  const count = await poll(
    () => page.evaluate(() => Number(/(\d+) selected/.exec(document.body.innerText)?.[1])),
    (count) => count > 20,
  )
  t.ok(count > 20, `${count} rows, the first of which are out of sight`)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+v')
  await page.locator('.file-tile').first().waitFor()
  await resting(page)
  await page.locator('[data-view]').evaluate((element) => element.scrollTo(0, 0))
  await resting(page)
  const tile = await boxOf(page.locator('[data-index="0"]'))
  const last = await boxOf(page.locator('[data-index="1"]'))
  await press(page, tile.x - 8, tile.y - 8)
  await page.mouse.move(last.middle.x, last.middle.y, { steps: 8 })
  await page.mouse.up()
  await eventually(t, () => selected(page), ['item 1.bin', 'item 2.bin'])
})

t.test('drag: a folder opens while items are held over it, and receives the drop', async (t) => {
  const { person, ids } = await newUser(['Outer'], 3)
  const inner = await seedOneFolder(app.coffer.platform.db, person.id, 'Inner', ids.Outer)
  const page = await openFiles(person)
  const start = await boxOf(rowHandle(page, 'item 2.bin'))
  const outer = await boxOf(row(page, 'Outer'))
  // On a busy machine the indicator may disappear between two polls.
  const pulse = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const seen = ({ target }: MutationRecord) => (target as Element).hasAttribute('data-hover-expand')
        const watch = new MutationObserver((records) => records.some(seen) && resolve(true))
        watch.observe(document.body, { subtree: true, attributeFilter: ['data-hover-expand'] })
      }),
  )
  await begin(page, start.middle)
  await hold(page, outer.middle, 'Outer')
  t.ok(await pulse, 'it shows that it is about to open')
  await rowShown(page, 'Inner')
  const list = await boxOf(page.locator('[data-view]'))
  await hold(page, { x: list.middle.x, y: list.y + list.height - 80 })
  await page.mouse.up()
  await rowShown(page, 'item 2.bin')
  await toastShown(page, '“item 2.bin” moved to Outer')

  const back = await boxOf(rowHandle(page, 'item 2.bin'))
  const crumb = await boxOf(page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'My Files' }))
  await begin(page, back.middle)
  await hold(page, crumb.middle, 'My Files')
  const again = await boxOf(row(page, 'Outer'))
  await hold(page, again.middle, 'Outer')
  const target = await boxOf(row(page, 'Inner'))
  await hold(page, target.middle)
  await page.mouse.up()
  await rowGone(page, 'item 2.bin')
  const inside = async () =>
    (await person.client.get<{ data: unknown[] }>(`/api/browse/folders/${inner}`)).body.data.length
  await eventually(t, inside, 1, 'path, row, folder within')
})

t.test('drag: a late move of the mouse, a folder that is still loading, a device whose pointer changes', async (t) => {
  const { person, ids } = await newUser(['Box', 'Slow'], 2)
  const page = await openFiles(person)
  await begin(page, (await boxOf(rowHandle(page, 'item 2.bin'))).middle)
  // As in WebKit.
  await page.evaluate(() => document.dispatchEvent(new MouseEvent('mousemove', { buttons: 1 })))
  await hold(page, (await boxOf(row(page, 'Box'))).middle)
  await page.mouse.up()
  await toastShown(page, '“item 2.bin” moved to Box')
  await eventually(
    t,
    async () => (await rowNames(page)).toSorted(),
    ['Box', 'Slow', 'item 1.bin'],
    'a move that comes late does not end the drag',
  )

  const held: (() => void)[] = []
  await page.route(
    (url) => url.href.includes(ids.Slow ?? ''),
    async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    },
  )
  const start = await boxOf(rowHandle(page, 'item 1.bin'))
  await begin(page, start.middle)
  await hold(page, (await boxOf(row(page, 'Slow'))).middle, 'Slow')
  const list = await boxOf(page.locator('[data-view]'))
  await hold(page, { x: list.middle.x, y: list.y + list.height - 80 })
  await page.mouse.up()
  await toastShown(page, '“item 1.bin” moved to Slow')
  t.ok(held.length > 0, 'the content was still being fetched')
  for (const release of held.splice(0)) release()
  await page.unrouteAll({ behavior: 'wait' })
  const inside = async () =>
    (await person.client.get<{ data: unknown[] }>(`/api/browse/folders/${ids.Slow}`)).body.data.length
  await eventually(t, inside, 1)

  // A laptop that becomes a tablet.
  const draggable = () => row(page, 'item 1.bin').getAttribute('draggable')
  await eventually(t, draggable, 'true')
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await eventually(t, draggable, null)
})

t.test('each folder remembers its view and sort order; the menu of the path leads to its siblings', async (t) => {
  const { person, ids } = await newUser(['Photos', 'Papers'], 2)
  await seedOneFolder(app.coffer.platform.db, person.id, 'a', ids.Photos)
  await seedOneFolder(app.coffer.platform.db, person.id, 'b', ids.Photos)
  const page = await openFiles(person, { path: `files/${ids.Photos}` })
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.locator('[aria-sort=descending]').waitFor()
  await page.waitForFunction(() => document.querySelector('[data-index="0"] [data-focus]')?.textContent === 'b')
  await page.keyboard.press('Alt+v')
  await page.locator('.file-tile').first().waitFor()
  await page.keyboard.press('Alt+g')
  await page.keyboard.press('f')
  await page.locator('.file-row').first().waitFor()
  await rowHandle(page, 'Photos').dblclick()
  await page.locator('.file-tile').first().waitFor()
  await page.waitForURL(`**/${ids.Photos}`)
  const kept = async () => {
    const sql = "select settings->>'preview' as preview from view_settings where key = $1"
    const [row] = await app.coffer.platform.db.query<{ preview: string }>(sql, [ids.Photos])
    return row?.preview
  }
  await eventually(t, kept, 'grid', 'stored before the page is left')
  await page.reload()
  await page.locator('.file-tile').first().waitFor()
  await eventually(t, () => rowNames(page), ['b', 'a'], 'also from the first byte on')
  await hydrated(page)
  await page.getByRole('button', { name: 'Folders in My Files' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Papers' }).click()
  await headingShown(page, 'Papers')
  t.same(await axeFaults(page), [])
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
