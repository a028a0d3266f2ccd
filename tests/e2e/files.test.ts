import { readFileSync } from 'node:fs'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { boxOf, listedNames, row, rowGone, rowNames, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { largeFolderSize, seedFolder, settle } from '../support/seed.ts'
import { putFile } from '../support/shares.ts'
import { signInAgain } from '../support/sign-in.ts'

const { app, browser, emptyPage, openFiles, newUser, db } = await filesTest(t)
const desktop = await emptyPage()

t.test('without JavaScript: the list is readable and its names are links', async (t) => {
  const { person, ids } = await newUser(['Letters'], 3)
  const answer = await person.client.fetch('/platform/files')
  const html = await answer.text()
  t.match(html, new RegExp(`<a[^>]+href="/platform/files/${ids.Letters}"`))
  t.match(html, /item 3\.bin/)
  t.match(html, /<title>My Files – /)
  const inside = await (await person.client.fetch(`/platform/files/${ids.Letters}`)).text()
  t.match(inside, /<title>Letters – /)
  t.equal((await person.client.fetch(`/platform/files/${crypto.randomUUID()}`)).status, 404)
})

t.test('files: open, go back, sort, select, rename', async (t) => {
  const { person } = await newUser(['Alpha', 'Beta'], 12)
  const page = await openFiles(person, { on: desktop })
  await row(page, 'Alpha').dblclick()
  await page.getByRole('heading', { name: 'Alpha', level: 1 }).waitFor()
  await page.waitForURL(/\/platform\/files\/[0-9a-f-]{36}$/)
  await page.goBack()
  await rowShown(page, 'item 1.bin')

  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.locator('[aria-sort=ascending]').waitFor()
  await page.waitForFunction(() => document.querySelector('[data-index="2"]')?.textContent?.includes('item 1.bin'))
  const first = async () => (await rowNames(page)).slice(0, 4)
  const natural = ['Alpha', 'Beta', 'item 1.bin', 'item 2.bin']
  await eventually(t, first, natural, 'folders first, natural order')
  await page.reload()
  await hydrated(page)
  await eventually(t, first, natural, 'the order is remembered')

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
  await rowShown(page, 'seven.bin')
  await page.waitForFunction(() => document.activeElement?.textContent === 'seven.bin')
  const renamed = ['Alpha', 'Beta', ...[1, 10, 11, 12, 2, 3, 4, 5, 6, 8, 9].map((n) => `item ${n}.bin`), 'seven.bin']
  await eventually(t, listedNames(person), renamed, 'the extension was not selected')
})

t.test('trash: opening a trashed file shows its menu, by which it can be downloaded', async (t) => {
  const { person, ids } = await newUser(['Box'])
  const { id } = await putFile(person, 'notes.txt', Buffer.from('worth keeping?'), ids.Box)
  await person.client.post('/api/remove', { items: [{ id, type: 'file' }] })
  const page = await openFiles(person, { on: desktop, path: 'trash' })
  await row(page, 'notes.txt').getByText('Box', { exact: true }).waitFor()
  const restore = page.getByRole('menuitem', { name: 'Restore' })
  await row(page, 'notes.txt').dblclick()
  await restore.waitFor()
  await page.keyboard.press('Escape')
  await restore.waitFor({ state: 'detached' })
  await row(page, 'notes.txt').locator('[data-focus]').press('Enter')
  await restore.waitFor()
  const arrived = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  const file = await arrived
  t.equal(file.suggestedFilename(), 'notes.txt')
  t.equal(readFileSync(await file.path(), 'utf8'), 'worth keeping?')
})

t.test('files: move by drag, undo; trash, undo; restore; delete permanently', async (t) => {
  const { person, ids } = await newUser(['Box'], 4)
  const page = await openFiles(person, { on: desktop })
  const sizeOf = async (name: string) => (await row(page, name).innerText()).trim().split('\n').at(-1)
  const size = await sizeOf('item 1.bin')
  await row(page, 'item 1.bin').locator('[data-focus]').dragTo(row(page, 'Box'))
  await rowGone(page, 'item 1.bin')
  await toastShown(page, '“item 1.bin” moved to Box')
  await eventually(t, () => sizeOf('Box'), size)
  await eventually(t, listedNames(person, `folders/${ids.Box}`), ['item 1.bin'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowShown(page, 'item 1.bin')
  await eventually(t, listedNames(person, `folders/${ids.Box}`), [])

  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Delete')
  await rowGone(page, 'item 2.bin')
  await page.keyboard.press('Control+z')
  await rowShown(page, 'item 2.bin')

  await row(page, 'item 2.bin').click()
  await row(page, 'item 3.bin').click({ modifiers: ['Control'] })
  await page.keyboard.press('Delete')
  await toastShown(page, '2 items moved to the trash')
  await page.keyboard.press('Alt+g')
  await page.keyboard.press('t')
  await rowShown(page, 'item 3.bin')
  await row(page, 'item 3.bin').click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Restore' }).click()
  await rowGone(page, 'item 3.bin')
  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Delete “item 2.bin” permanently?').waitFor()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Your trash is empty').waitFor()
  await eventually(t, listedNames(person), ['Box', 'item 1.bin', 'item 3.bin', 'item 4.bin'])
  await eventually(t, listedNames(person, 'trash/all'), [])

  await person.client.post('/api/remove', { items: [{ id: ids.Box, type: 'folder' }] })
  await row(page, 'Box').click()
  await page.keyboard.press('Alt+d')
  await toastShown(page, 'Restore it first: only single files can be downloaded from the trash.')
  await page.keyboard.press('Delete')
  await dialog.getByText('Delete “Box” permanently?').waitFor()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Your trash is empty').waitFor()
  await eventually(t, listedNames(person, 'trash/all'), [])
})

t.test('files: a rejected action is rolled back and offers a retry', async () => {
  const { person } = await newUser([], 3)
  const page = await openFiles(person, { on: desktop })
  let isFailing = true
  await page.route('**/api/remove', (route) =>
    isFailing
      ? route.fulfill({ status: 503, json: { type: 'error', code: 'busy', message: 'Not now.' } })
      : route.continue(),
  )
  await row(page, 'item 2.bin').click()
  await page.keyboard.press('Delete')
  await toastShown(page, 'Not now.')
  await rowShown(page, 'item 2.bin')
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await rowGone(page, 'item 2.bin')
  await toastShown(page, '“item 2.bin” moved to the trash')
  await page.unrouteAll({ behavior: 'wait' })
})

t.test(
  'files: after the session has ended, an action runs again when the person has signed in in a new tab',
  async (t) => {
    const { person } = await newUser(['Gone'], 1)
    const page = await openFiles(person, { on: desktop })
    await page.context().clearCookies()
    await row(page, 'item 1.bin').click()
    await page.keyboard.press('Delete')
    await signInAgain(page, person)
    await rowGone(page, 'item 1.bin')
    await eventually(t, listedNames(person), ['Gone'])
  },
)

t.test('files: select, trash and restore a large folder', async (t) => {
  const person = await signUp(app)
  const formatted = (count: number) => count.toLocaleString('en')
  await seedFolder(db, person.id, largeFolderSize)
  await settle(db)
  const page = await openFiles(person, { on: desktop })
  t.ok((await page.locator('[data-index]').count()) < 500)
  t.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), `${largeFolderSize + 1}`)
  await page.locator('[data-index="2"]').click()
  await page.keyboard.press('Control+a')
  await page
    .getByText(`${formatted(largeFolderSize)} selected`)
    .first()
    .waitFor()
  await page.locator('[data-index="2"]').click({ modifiers: ['Control'] })
  await page
    .getByText(`${formatted(largeFolderSize - 1)} selected`)
    .first()
    .waitFor()
  await page.keyboard.press('Delete')
  await toastShown(page, `${formatted(largeFolderSize - 1)} items moved to the trash`)
  await eventually(t, () => page.locator('[data-index]').count(), 1)
  await page.keyboard.press('Control+z')
  await page.waitForFunction(
    (rows) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === `${rows}`,
    largeFolderSize + 1,
  )

  await page.locator('[data-index="2"]').click()
  await page.keyboard.press('End')
  await page.waitForFunction(
    (last) => document.activeElement?.closest('[data-index]')?.getAttribute('data-index') === `${last}`,
    largeFolderSize - 1,
  )
  await page.keyboard.press('Shift+PageUp')
  const selected = await poll(
    () => page.locator('[aria-selected=true]').count(),
    (count) => count > 5,
  )
  t.ok(selected > 5)
  t.ok((await page.locator('[data-index]').count()) < 500)
  await eventually(t, () => page.locator('[aria-busy=true]').count(), 0, 'the rows around are loaded')
})

t.test('the actions of the selection stay beside open details at 1024 px', async (t) => {
  const { person } = await newUser(['Pocket'], 2)
  const page = await openFiles(person, { on: desktop })
  await page.setViewportSize({ width: 1024, height: 900 })
  await row(page, 'item 1.bin').click()
  await page.keyboard.press('Alt+i')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.waitFor()
  const clear = await boxOf(page.getByRole('button', { name: 'Clear selection' }).filter({ visible: true }))
  const { x } = await boxOf(details)
  t.ok(clear.x + clear.width <= x, `${clear.x + clear.width} is left of ${x}`)
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
