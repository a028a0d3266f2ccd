import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { chunkWith } from '../support/chunk-with.ts'
import { dropFromDesktop, middleOf } from '../support/desktop-drop.ts'
import {
  boxOf,
  chooseInMenu,
  headingShown,
  row,
  rowGone,
  rowHandle,
  rowShown,
  toastShown,
} from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, putFile } from '../support/shares.ts'

/** Parts of the files page whose code loads after it: what is begun before acts once the code is there. */
const { app, browser, newUser } = await filesTest(t)

const chunks = {
  interactions: chunkWith('storage:list.dropHere'),
  changes: chunkWith('storage:toast.restoredOver'),
  band: chunkWith('file-band'),
  menu: chunkWith('storage:menu.copyOrCut'),
  treeMenu: chunkWith('new DOMRect(', 'storage:menu.uploadFolder'),
  walk: chunkWith('createReader'),
  customize: chunkWith('storage:dialog.customize.title'),
  conflicts: chunkWith('storage:upload.conflict.title'),
}
type Part = keyof typeof chunks

/**
 * A files page where chunks are held back until `release` is called for each; `fail`: it cannot be loaded. `clock`: the time of
 * the page can be changed.
 */
const openHolding = async (parts: readonly Part[], { clock = false } = {}) => {
  const { person, ids } = await newUser(['Photos', 'Plans'])
  const page = await browser.visit(`${app.url}/robots.txt`, { width: 1280, as: person, hydrates: false })
  const held = new Map<Part, (end: 'continue' | 'abort') => void>()
  for (const part of parts) {
    const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
    await page.route(chunks[part], (route) => promise.then((end) => route[end]()))
    held.set(part, resolve)
  }
  if (clock) await page.clock.install()
  await page.goto(`${app.url}/platform/files`)
  await hydrated(page)
  await rowShown(page, 'Plans')
  return {
    page,
    person,
    ids,
    release: (part: Part) => held.get(part)?.('continue'),
    fail: (part: Part) => held.get(part)?.('abort'),
  }
}
const openWithout = (...parts: Part[]) => openHolding(parts)
const notLoaded = 'Couldn’t load this part'
const gridShown = (page: Page) => page.locator('.file-tiles').waitFor()
const selected = (page: Page) => page.locator('[data-index] [aria-selected=true], [data-index][aria-selected=true]')
const notices = (page: Page) => page.getByRole('region', { name: /Notices/ })
/** Told that a part could not be loaded; closes the notice, so that another one is seen. */
const failureTold = async (page: Page) => {
  await toastShown(page, notLoaded)
  await notices(page).getByRole('button', { name: 'Close' }).click()
  await notices(page).getByText(notLoaded).waitFor({ state: 'detached' })
}

t.test(
  'what no click waits for is used however late it comes; a dialog is given up half a minute after its click',
  async (t) => {
    const { page, release } = await openHolding(['interactions', 'customize'], { clock: true })
    const choose = async () => {
      await row(page, 'Plans').click({ button: 'right' })
      await chooseInMenu(page, 'Organize', 'Customize')
    }
    await choose()
    await page.clock.fastForward(25_000)
    t.equal(await page.getByText(notLoaded).count(), 0)
    await page.clock.fastForward(6_000)
    await toastShown(page, notLoaded)
    t.equal(await page.getByText(notLoaded).count(), 1)
    release('customize')
    await choose()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.clock.fastForward(20_000)
    release('interactions')
    const selectAll = async () => {
      await page.keyboard.press('Control+a')
      return page.locator('[aria-selected=true]').count()
    }
    await eventually(t, selectAll, 2)
  },
)

t.test('the menu of a folder of the tree is not opened late where something else was pressed since', async (t) => {
  const { page, ids, release } = await openWithout('treeMenu')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const node = (name: string) => page.getByRole('treeitem', { name })
  const menuOf = async (name: string) => {
    await node(name).focus()
    await page.keyboard.press('Shift+F10')
  }
  await menuOf('Plans')
  await page.keyboard.press('Escape')
  release('treeMenu')
  await menuOf('Photos')
  await page.getByRole('menuitem', { name: 'Open' }).and(page.locator(':focus')).press('Enter')
  await headingShown(page, 'Photos')
  const askedFor = (id = '') => asked.some((url) => url.endsWith(`/${id}`))
  t.same([askedFor(ids.Plans), askedFor(ids.Photos)], [false, true])
})

/** Draws a rectangle over both rows, whose code is not there. */
const drawOverBoth = async (page: Page) => {
  const first = await boxOf(row(page, 'Photos'))
  const last = await boxOf(row(page, 'Plans'))
  // Clear of the actions that rows show under the pointer.
  const right = first.x + first.width - 240
  await page.mouse.move(right, last.middle.y)
  await page.mouse.down()
  await page.mouse.move(right - 80, first.middle.y, { steps: 8 })
  await page.mouse.up()
}

t.test('what is begun before its code has loaded is done then: keys, a rectangle, a deletion, menus', async (t) => {
  const { page, release } = await openWithout('interactions', 'band', 'changes', 'menu', 'treeMenu')
  await page.keyboard.press('Alt+v')
  t.equal(await page.locator('.file-tiles').count(), 0)
  release('interactions')
  await gridShown(page)
  await page.keyboard.press('Alt+v')
  await page.locator('.file-tiles').waitFor({ state: 'detached' })

  await drawOverBoth(page)
  t.equal(await selected(page).count(), 0)
  release('band')
  await selected(page).nth(1).waitFor()

  await rowHandle(page, 'Plans').click()
  await page.keyboard.press('Delete')
  // Again, as nothing has happened.
  await page.keyboard.press('Delete')
  t.equal(await row(page, 'Plans').count(), 1)
  release('changes')
  await rowGone(page, 'Plans')
  await toastShown(page, '“Plans” moved to the trash')
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowShown(page, 'Plans')

  await row(page, 'Plans').click({ button: 'right' })
  release('menu')
  await chooseInMenu(page, 'Delete')
  await rowGone(page, 'Plans')

  await page.getByRole('treeitem', { name: 'Photos' }).focus()
  await page.keyboard.press('Shift+F10')
  release('treeMenu')
  await page.getByRole('menuitem', { name: 'Open' }).and(page.locator(':focus')).press('Enter')
  await headingShown(page, 'Photos')
})

t.test('what is begun before its code has loaded is not done after something else: a rectangle, a key', async (t) => {
  const { page, release } = await openWithout('interactions', 'band')
  await drawOverBoth(page)
  await rowHandle(page, 'Photos').click()
  const loaded = page.waitForResponse(chunks.band)
  release('band')
  // Settles after the page's own import of it.
  await page.evaluate((address) => import(address), (await loaded).url())
  t.equal(await selected(page).count(), 1)

  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowDown')
  release('interactions')
  await page.keyboard.press('Alt+v')
  await gridShown(page)
  t.same((await page.locator('[data-index] [data-focus]').allInnerTexts()).sort(), ['Photos', 'Plans'])
})

t.test(
  'files that are dropped before their code has loaded do not replace the page, and are uploaded; a part that could not be loaded is loaded when the connection is back',
  async (t) => {
    const { page, fail } = await openWithout('interactions')
    const kept = await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['one'], 'one.txt'))
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    })
    t.ok(kept)
    await rowShown(page, 'one.txt')
    fail('interactions')
    await toastShown(page, notLoaded)
    await page.unroute(chunks.interactions)
    const loaded = page.waitForResponse(chunks.interactions)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await loaded
    await page.keyboard.press('Alt+v')
    await gridShown(page)
  },
)

t.test('changes whose code cannot be loaded are told and change nothing', async (t) => {
  const { page, fail } = await openWithout('changes')
  fail('changes')
  await rowHandle(page, 'Plans').click()
  await page.keyboard.press('Delete')
  await failureTold(page)
  t.equal(await row(page, 'Plans').count(), 1, 'a deletion')

  await row(page, 'Plans').click({ button: 'right' })
  await chooseInMenu(page, 'Copy or cut', 'Cut')
  await rowHandle(page, 'Photos').dblclick()
  await headingShown(page, 'Photos')
  const paste = page.getByRole('button', { name: 'Paste 1 item' })
  await paste.click()
  await failureTold(page)
  // The item stays cut.
  await paste.waitFor()

  await page.goBack()
  await rowHandle(page, 'Plans').dblclick()
  await headingShown(page, 'Plans')
  await page.getByRole('button', { name: 'Actions for “Plans”' }).click()
  await chooseInMenu(page, 'Delete')
  await failureTold(page)
  // The folder is open again.
  await headingShown(page, 'Plans')
})

t.test('dialogs and readers that cannot be loaded are told and hold nothing else back', async (t) => {
  const { page, person, ids, fail } = await openWithout('walk', 'customize', 'conflicts')
  await makeFolder(person, 'Plans', ids.Photos)
  await putFile(person, 'two.txt', 'old')
  for (const part of ['walk', 'customize', 'conflicts'] as const) fail(part)
  const disk = testFolder(t)
  mkdirSync(join(disk, 'Trip'))
  for (const name of ['Trip/day.txt', 'one.txt', 'two.txt']) writeFileSync(join(disk, name), name)
  const drop = async (name: string) => dropFromDesktop(page, [join(disk, name)], await middleOf(page, 'main'))

  // Only folders need that code.
  await drop('one.txt')
  await rowShown(page, 'one.txt')
  await drop('Trip')
  await failureTold(page)
  t.equal(await page.getByRole('alertdialog').count(), 0)

  await drop('two.txt')
  await failureTold(page)
  await page.unroute(chunks.conflicts)
  await page.getByRole('button', { name: 'Retry failed files' }).click()
  const question = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: /“two.txt”/ }) })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })

  await row(page, 'Plans').click({ button: 'right' })
  await chooseInMenu(page, 'Organize', 'Customize')
  await failureTold(page)
  await row(page, 'Plans').dragTo(row(page, 'Photos'))
  await page.getByRole('heading', { name: '“Plans” already exists' }).waitFor()
})
