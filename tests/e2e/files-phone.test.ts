import t from 'tap'
import { axeFaults, picture, resting } from '../support/browser.ts'
import { boxOf, headingShown, row, rowGone, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'

const { browser, db, emptyPage, openFiles, newUser } = await filesTest(t, { motion: true })
const phone = await emptyPage({ width: 390 })
const desktop = await emptyPage()

t.test('phone: tap opens, long press selects, the menu is a bottom sheet', async (t) => {
  const { person } = await newUser(['Pocket', 'Other'], 2)
  const page = await openFiles(person, { on: phone })
  await row(page, 'Pocket').getByRole('button').tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Organize' }).tap()
  await sheet.getByRole('button', { name: 'Add to favorites' }).tap()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await row(page, 'Pocket').getByText('Favorite').waitFor()
  await resting(page)
  const box = await boxOf(row(page, 'Other'))
  const touch = await page.context().newCDPSession(page)
  const point = [{ x: box.x + 120, y: box.y + 20 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point })
  await page.locator('[role=row][aria-selected=true]').filter({ hasText: 'Other' }).waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await row(page, 'item 1.bin').tap()
  await page.getByText('2 selected').filter({ visible: true }).waitFor()
  const bar = page.getByRole('toolbar', { name: 'Selection' }).filter({ visible: true })
  const names = ['Select all', '', 'Share', 'Download', 'Move', 'Delete', 'More']
  t.same(
    await bar.getByRole('button').allInnerTexts(),
    names,
    'as for one, so that nothing moves to the place of another',
  )
  t.equal(await bar.getByRole('button', { name: 'Share' }).isDisabled(), true)
  t.same(await axeFaults(page), [])
  await picture(page, 'phone-selection')
  await bar.getByRole('button', { name: 'Select all' }).tap()
  await page.getByText('4 selected').filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: 'Clear selection' }).filter({ visible: true }).tap()
  await row(page, 'Pocket').tap()
  await page.getByRole('heading', { name: 'Pocket', level: 1 }).waitFor()
  t.pass('all within the thumb’s reach')
})

t.test('phone: tap opens in Safari before 18.4, whose clicks do not say that they come from a touch', async (t) => {
  const { person } = await newUser(['Pocket'])
  const page = await emptyPage({ width: 390 })
  await page.addInitScript(() => {
    addEventListener('click', (event) => Object.defineProperty(event, 'pointerType', { value: 'mouse' }), true)
  })
  await openFiles(person, { on: page })
  await row(page, 'Pocket').tap()
  await headingShown(page, 'Pocket')
  await page.waitForURL(/\/files\/[0-9a-f-]{36}$/)
  t.strictSame(browser.errors, [])
})

t.test('phone: a long press selects its row alone, after the action sheet of another row was closed', async (t) => {
  const { person } = await newUser(['Pocket', 'Other'])
  const page = await openFiles(person, { on: phone })
  await row(page, 'Pocket').getByRole('button').tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await sheet.waitFor({ state: 'detached' })
  await resting(page)
  const selected = page.locator('[role=row][aria-selected=true]')
  await eventually(t, () => selected.count(), 0, 'the closed sheet leaves nothing selected')
  await row(page, 'Pocket').getByRole('button').tap()
  await sheet.getByRole('button', { name: 'Details' }).tap()
  await page.getByRole('dialog', { name: 'Details' }).getByRole('heading', { name: 'Pocket' }).waitFor()
  await page.getByRole('dialog', { name: 'Details' }).getByRole('button', { name: 'Close' }).tap()
  await eventually(t, () => selected.count(), 0, 'nor do the details')
  await resting(page)
  const box = await boxOf(row(page, 'Other'))
  const touch = await page.context().newCDPSession(page)
  const point = [{ x: box.x + 120, y: box.y + 20 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point })
  await selected.filter({ hasText: 'Other' }).waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByText('1 selected').filter({ visible: true }).waitFor()
  t.equal(await page.locator('[role=row][aria-selected=true]').count(), 1)
})

t.test(
  'phone: the finger of a long press at the end of the list hits nothing of the bar that appears below it',
  async (t) => {
    const { person } = await newUser([], 30)
    const page = await openFiles(person, { on: phone })
    const touch = await page.context().newCDPSession(page)
    const tabs = await boxOf(
      page
        .getByRole('navigation')
        .filter({ has: page.getByRole('link', { name: 'Recent' }) })
        .last(),
    )
    const rows = await page.locator('[role=row][data-index]').all()
    const boxes = await Promise.all(rows.map((one) => one.boundingBox()))
    const last = boxes.findLast((box) => box && box.y + box.height < tabs.y)
    const y = (last?.y ?? 0) + (last?.height ?? 0) - 8
    for (const x of [60, 120, 180, 240]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.waitForTimeout(100)
      await page.getByText('1 selected').filter({ visible: true }).waitFor()
      await page.getByRole('button', { name: 'Clear selection' }).filter({ visible: true }).tap()
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'detached' })
    }
    t.pass('one row each time')
  },
)

t.test('phone: a horizontal swipe moves a row, a vertical one scrolls the list', async (t) => {
  const { person } = await newUser(['Pocket'], 30)
  const page = await openFiles(person, { on: phone, view: { sorting: { field: 'name', direction: 'ASC' } } })
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  /** Swipes a row, and releases it by default. */
  const swipe = async (name: string, [dx, dy]: [number, number], { letGo = true } = {}) => {
    // The previous row has moved back.
    await page.locator('[data-swipe]').first().waitFor({ state: 'detached' })
    await resting(page)
    const [x, y] = [dx < 0 ? 300 : 90, (await boxOf(row(page, name))).middle.y]
    await finger('touchStart', x, y)
    for (let step = 1; step <= 3; step += 1) await finger('touchMove', x + (dx * step) / 3, y + (dy * step) / 3)
    if (letGo) await finger('touchEnd')
  }
  await page.waitForLoadState('networkidle')
  await swipe('item 2.bin', [-60, 4])
  await swipe('item 2.bin', [-200, 20], { letGo: false })
  await page.locator('[data-swipe=start][data-far]').waitFor()
  await picture(page, 'swipe-trash')
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await finger('touchEnd')
  await rowGone(page, 'item 2.bin')
  await toastShown(page, '“item 2.bin” moved to the trash')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await rowShown(page, 'item 2.bin')
  // The toast can be tapped immediately after a swipe.
  await swipe('item 5.bin', [-200, 0])
  await page.getByText('“item 5.bin” moved to the trash').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().tap()
  await rowShown(page, 'item 5.bin')
  await swipe('Pocket', [180, 0], { letGo: false })
  await picture(page, 'swipe-favorite')
  await finger('touchEnd')
  await row(page, 'Pocket').getByText('Favorite').waitFor()
  await swipe('item 3.bin', [180, 0])
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await swipe('item 8.bin', [40, -260])
  await page.waitForFunction(() => (document.querySelector('[data-view]')?.scrollTop ?? 0) > 100)
  await eventually(t, () => page.locator('[data-swipe]').count(), 0)
})

t.test('phone: on a pinch-zoomed page, a horizontal swipe moves no row', async (t) => {
  const { person } = await newUser([], 30)
  const page = await openFiles(person, { on: phone })
  await row(page, 'item 2.bin').waitFor()
  const touch = await page.context().newCDPSession(page)
  await touch.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
  await eventually(t, () => page.evaluate(() => visualViewport?.scale), 2)
  const at = (x: number) => ({ touchPoints: [{ x, y: 400 }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(180) })
  for (const x of [160, 120, 60]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(x) })
  t.equal(await page.locator('[data-swipe]').count(), 0)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  t.ok(await row(page, 'item 2.bin').isVisible())
  await touch.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 })
})

t.test('phone: browser back closes the open sheet of a folder', async (t) => {
  const { person, ids } = await newUser(['Pocket'])
  await seedFolder(db, person.id, 1, { parent: ids.Pocket ?? '' })
  const page = await openFiles(person, { on: phone })
  const dialog = page.getByRole('dialog')
  const openSheet = async () => {
    await row(page, 'Pocket').tap()
    await page.getByRole('heading', { name: 'Pocket', level: 1 }).waitFor()
    await row(page, 'item 1.bin').getByRole('button').tap()
    await dialog.getByRole('button', { name: 'Rename' }).waitFor()
    await resting(page)
  }
  const back = async () => {
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await rowShown(page, 'Pocket')
  }
  await openSheet()
  await back()
  await openSheet()
  await dialog.getByRole('button', { name: 'Rename' }).tap()
  await dialog.getByRole('textbox').waitFor()
  await back()
  t.equal(await dialog.count(), 0)
  const desk = await openFiles(person, { on: desktop, path: `files/${ids.Pocket}` })
  await desk.getByRole('link', { name: 'My Files' }).first().click()
  await row(desk, 'Pocket').click({ button: 'right' })
  await desk.getByRole('menuitem', { name: 'Move' }).click()
  await desk.getByRole('dialog').waitFor()
  await desk.goBack()
  await rowShown(desk, 'item 1.bin')
  await desk.getByRole('dialog').waitFor({ state: 'detached' })
})

t.test('browser back closes a confirmation, which belongs to the page before', async (t) => {
  const { person } = await newUser(['Pocket'])
  const page = await openFiles(person, { on: desktop })
  await row(page, 'Pocket').click()
  await page.keyboard.press('Delete')
  await rowGone(page, 'Pocket')
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Trash' }).click()
  await headingShown(page, 'Trash')
  await page.getByRole('button', { name: 'Empty trash' }).first().click()
  const confirmation = page.getByRole('alertdialog')
  await confirmation.waitFor()
  await page.goBack()
  await headingShown(page, 'My Files')
  await confirmation.waitFor({ state: 'detached' })
  await page.goForward()
  await rowShown(page, 'Pocket')
  t.equal(await confirmation.count(), 0)
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
