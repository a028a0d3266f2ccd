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
const { openFiles, newUser } = await filesTest(t)

const chunks = {
  interactions: () => chunkWith('storage:list.dropHere'),
  changes: () => chunkWith('storage:toast.restoredOver'),
  band: () => chunkWith('file-band'),
  menu: () => chunkWith('storage:menu.copyOrCut'),
  treeMenu: () => chunkWith('new DOMRect(', 'storage:menu.uploadFolder'),
  walk: () => chunkWith('createReader'),
  customize: () => chunkWith('storage:dialog.customize.title'),
  conflicts: () => chunkWith('storage:upload.conflict.title'),
}

/** A files page where a chunk is held back until `release` is called; `fail`: it cannot be loaded. `clock`: the time of the page can be changed. */
const openWithout = async (part: keyof typeof chunks, { clock = false } = {}) => {
  const { person, ids } = await newUser(['Photos', 'Plans'])
  const page = await openFiles(person)
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
  const url = chunks[part]()
  await page.route(url, (route) => promise.then((end) => route[end]()))
  if (clock) await page.clock.install()
  await page.reload()
  await hydrated(page)
  await rowShown(page, 'Plans')
  return { page, person, ids, url, release: () => resolve('continue'), fail: () => resolve('abort') }
}
/** A files page where a chunk cannot be loaded. */
const openBroken = async (part: keyof typeof chunks) => {
  const { page, fail } = await openWithout(part)
  fail()
  return page
}
const notLoaded = 'Couldn’t load this part'
const gridShown = (page: Page) => page.locator('.file-tiles').waitFor()

t.test('a part that no click waits for is used however late its code arrives', async (t) => {
  const { page, release } = await openWithout('interactions', { clock: true })
  await page.clock.fastForward(40_000)
  release()
  const selected = async () => {
    await page.keyboard.press('Control+a')
    return page.locator('[aria-selected=true]').count()
  }
  await eventually(t, selected, 2)
  t.equal(await page.getByText(notLoaded).count(), 0)
})

t.test('a dialog whose code is late is given up half a minute after the click, and opens with the next', async (t) => {
  const { page, release } = await openWithout('customize', { clock: true })
  const choose = async () => {
    await row(page, 'Plans').click({ button: 'right' })
    await chooseInMenu(page, 'Organize', 'Customize')
  }
  await choose()
  await page.clock.fastForward(25_000)
  t.equal(await page.getByText(notLoaded).count(), 0)
  await page.clock.fastForward(6_000)
  await toastShown(page, notLoaded)
  release()
  await choose()
  await page.getByRole('dialog').waitFor()
})

t.test('keys that are pressed before their code has loaded act then', async (t) => {
  const { page, release } = await openWithout('interactions')
  await page.keyboard.press('Alt+v')
  t.equal(await page.locator('.file-tiles').count(), 0)
  release()
  await gridShown(page)
})

t.test('a key acts late only if nothing else was pressed after it', async (t) => {
  const { page, release } = await openWithout('interactions')
  await rowHandle(page, 'Photos').click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowDown')
  release()
  await page.keyboard.press('Alt+v')
  await gridShown(page)
  t.same((await page.locator('[data-index] [data-focus]').allInnerTexts()).sort(), ['Photos', 'Plans'])
})

t.test('files that are dropped before their code has loaded do not replace the page, and are uploaded', async (t) => {
  const { page, release } = await openWithout('interactions')
  const kept = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['one'], 'one.txt'))
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  })
  t.ok(kept)
  await rowShown(page, 'one.txt')
  release()
})

t.test('a deletion that is begun before its code has loaded is done then', async (t) => {
  const { page, release } = await openWithout('changes')
  await rowHandle(page, 'Plans').click()
  await page.keyboard.press('Delete')
  // Again, as nothing has happened.
  await page.keyboard.press('Delete')
  t.equal(await row(page, 'Plans').count(), 1)
  release()
  await rowGone(page, 'Plans')
  await toastShown(page, '“Plans” moved to the trash')
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowShown(page, 'Plans')
})

t.test('a deletion whose code cannot be loaded changes nothing and says so', async (t) => {
  const page = await openBroken('changes')
  await rowHandle(page, 'Plans').click()
  await page.keyboard.press('Delete')
  await toastShown(page, notLoaded)
  t.equal(await row(page, 'Plans').count(), 1)
})

t.test('items whose move cannot be loaded stay cut', async () => {
  const page = await openBroken('changes')
  await row(page, 'Plans').click({ button: 'right' })
  await chooseInMenu(page, 'Copy or cut', 'Cut')
  await rowHandle(page, 'Photos').dblclick()
  await headingShown(page, 'Photos')
  const paste = page.getByRole('button', { name: 'Paste 1 item' })
  await paste.click()
  await toastShown(page, notLoaded)
  await paste.waitFor()
})

t.test('a folder whose deletion cannot be loaded is open again', async () => {
  const page = await openBroken('changes')
  await rowHandle(page, 'Plans').dblclick()
  await headingShown(page, 'Plans')
  await page.getByRole('button', { name: 'Actions for “Plans”' }).click()
  await chooseInMenu(page, 'Delete')
  await toastShown(page, notLoaded)
  await headingShown(page, 'Plans')
})

t.test('a dropped folder whose reading cannot be loaded is told; files need no such code', async (t) => {
  const page = await openBroken('walk')
  const disk = testFolder(t)
  mkdirSync(join(disk, 'Trip'))
  for (const name of ['Trip/day.txt', 'one.txt']) writeFileSync(join(disk, name), name)
  const drop = async (name: string) => dropFromDesktop(page, [join(disk, name)], await middleOf(page, 'main'))
  await drop('one.txt')
  await rowShown(page, 'one.txt')
  await drop('Trip')
  await toastShown(page, notLoaded)
  t.equal(await page.getByRole('alertdialog').count(), 0)
})

t.test('a part that could not be loaded is loaded when the connection is back', async () => {
  const { page, fail, url } = await openWithout('interactions')
  fail()
  await toastShown(page, notLoaded)
  await page.unroute(url)
  const loaded = page.waitForResponse(url)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await loaded
  await page.keyboard.press('Alt+v')
  await gridShown(page)
})

t.test('a dialog that cannot be loaded holds no question back', async () => {
  const { page, person, ids, fail } = await openWithout('customize')
  await makeFolder(person, 'Plans', ids.Photos)
  fail()
  await row(page, 'Plans').click({ button: 'right' })
  await chooseInMenu(page, 'Organize', 'Customize')
  await toastShown(page, notLoaded)
  await row(page, 'Plans').dragTo(row(page, 'Photos'))
  await page.getByRole('heading', { name: '“Plans” already exists' }).waitFor()
})

t.test('an upload whose question cannot be loaded fails, and asks when it is tried again', async (t) => {
  const { page, person, fail, url } = await openWithout('conflicts')
  await putFile(person, 'one.txt', 'old')
  fail()
  const disk = testFolder(t)
  writeFileSync(join(disk, 'one.txt'), 'new')
  await dropFromDesktop(page, [join(disk, 'one.txt')], await middleOf(page, 'main'))
  await toastShown(page, notLoaded)
  await page.unroute(url)
  await page.getByRole('button', { name: 'Retry failed files' }).click()
  await page.getByRole('heading', { name: /“one.txt”/ }).waitFor()
})

t.test('a menu that is opened before its code has loaded opens then', async () => {
  const { page, release } = await openWithout('menu')
  await row(page, 'Plans').click({ button: 'right' })
  release()
  await chooseInMenu(page, 'Delete')
  await rowGone(page, 'Plans')
})

t.test('the menu of a folder of the tree that is asked for before its code has loaded opens then', async () => {
  const { page, release } = await openWithout('treeMenu')
  await page.getByRole('treeitem', { name: 'Plans' }).focus()
  await page.keyboard.press('Shift+F10')
  release()
  await page.getByRole('menuitem', { name: 'Open' }).and(page.locator(':focus')).press('Enter')
  await headingShown(page, 'Plans')
})

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
  release()
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

t.test('a rectangle that ends before its code has loaded selects its rows then', async (t) => {
  const { page, release } = await openWithout('band')
  await drawOverBoth(page)
  t.equal(await page.locator('[aria-selected=true]').count(), 0)
  release()
  await page.locator('[aria-selected=true]').nth(1).waitFor()
})

t.test('a rectangle whose code loads after another selection leaves that one', async (t) => {
  const { page, release, url } = await openWithout('band')
  await drawOverBoth(page)
  await rowHandle(page, 'Photos').click()
  const loaded = page.waitForResponse(url)
  release()
  // Settles after the page's own import of it.
  await page.evaluate((address) => import(address), (await loaded).url())
  t.equal(await page.locator('[aria-selected=true]').count(), 1)
})
