import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture, setTheme, type Visit } from '../support/browser.ts'
import { makeFileRequest, sendChunk } from '../support/file-requests.ts'
import { chooseInMenu, row, toastShown } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'
import { putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t, { motion: true })
const { db } = app.coffer.platform

const enter = (person: Actor, path: string, look: Visit = {}): Promise<Page> =>
  browser.visit(`${app.url}${path}`, { ...look, as: person })

const asPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await setTheme(page, 'dark')
}

t.test('storage page: usage by kind, charts by keyboard and as a table', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 50)
  await db.query(
    `insert into traffic (user_id, day, uploaded_bytes) values ($1, (now() at time zone 'utc')::date, 4000000),
       ($1, (now() at time zone 'utc')::date - 1, 1000000)`,
    [person.id],
  )
  await db.query('update users set max_storage_bytes = 1e9 where id = $1', [person.id])
  const page = await enter(person, '/platform/files')
  const usage = page.getByRole('link', { name: /used$/ })
  t.match(await usage.textContent(), / of 1 GB used$/)
  t.equal(await usage.locator('[role=progressbar], progress').count(), 1)
  t.equal(await usage.getByRole('progressbar').count(), 0, 'told once: the bar below the text is silent')
  await usage.click()
  await page.getByRole('heading', { level: 1, name: 'Storage' }).waitFor()
  await page.locator('[data-kind=empty]').waitFor()
  const kinds = await page.locator('[data-kind]').evaluateAll((parts) => parts.map((part) => part.dataset.kind))
  t.same([...kinds].sort(), ['audios', 'documents', 'empty', 'images', 'others', 'videos'])
  t.equal(kinds.at(-1), 'empty', 'free space comes last')
  const color = (kind: string) =>
    page.locator(`[data-kind=${kind}]`).evaluate((part) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.backgroundColor = getComputedStyle(part).backgroundColor
      const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
      canvas.fillStyle = getComputedStyle(probe).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      probe.remove()
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
    })
  t.same(await color('videos'), [0xfd, 0x39, 0x7a])
  t.same(await color('documents'), [0x55, 0x78, 0xeb])

  const chart = page.getByRole('group', { name: 'Uploaded per day' })
  await eventually(t, () => chart.getByRole('button').count(), 45)
  await chart.getByRole('button').last().focus()
  await page.keyboard.press('ArrowLeft')
  await eventuallyMatches(t, () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /: 1 MB$/)
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await eventually(t, () => page.getByRole('table', { name: 'Uploaded per day' }).getByRole('row').count(), 46)
  await page.getByText('No downloads in this period.').waitFor()
  t.same(await axeFaults(page), [])

  await asPhone(page)
  t.same(await axeFaults(page), [])
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), 'nothing overflows on a phone')
  await picture(page, 'storage-390-dark')
})

t.test('open uploads into the account are listed and can be ended', async (t) => {
  const person = await signUp(app)
  const { token } = await makeFileRequest(person, { title: 'Photos of the summer' })
  const name = 'a film with a rather long name that has no room on a phone.mp4'
  const claim = { total_size: '900000000', is_last_chunk: 'false' }
  t.equal((await sendChunk(anonymous(app), token, name, Buffer.alloc(2_400_000, 1), claim)).status, 200)
  const page = await enter(person, '/user/settings/storage')
  const card = page.getByRole('region', { name: 'Uploads in progress' })
  await card.getByText('Via the upload request “Photos of the summer”').waitFor()
  t.match(await card.textContent(), /2\.4 MB of 900 MB/)
  t.same(await axeFaults(page), [])
  await picture(page, 'open-uploads-1440')
  await asPhone(page)
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), 'nothing overflows on a phone')
  await picture(page, 'open-uploads-390-dark')
  await card.getByRole('button', { name: `Stop upload of ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop upload' }).click()
  await card.waitFor({ state: 'detached' })
  const [usage] = await db.query('select reserved_bytes as reserved from usage where user_id = $1', [person.id])
  t.match(usage, { reserved: 0 })
})

t.test(
  'storage page: a limit below the usage is shown, and uploads stop with a reason until it is raised',
  async (t) => {
    const person = await signUp(app)
    await seedFolder(db, person.id, 5)
    await db.query('update users set max_storage_bytes = 1000 where id = $1', [person.id])
    const page = await enter(person, '/platform/files')
    const bar = page.getByRole('link', { name: /restricted/ })
    t.equal(await bar.getAttribute('href'), '/user/settings/storage', 'Billing, once it is there')
    t.same(await axeFaults(page), [])
    await page.getByRole('button', { name: 'Create' }).click()
    const line = page.getByRole('menuitem', { name: 'Upload files' })
    await line.waitFor()
    t.equal(await line.getAttribute('aria-disabled'), 'true')
    t.match(await line.textContent(), 'Your storage is full')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Alt+u')
    await page.getByRole('alertdialog').getByText('Your storage is full').waitFor()
    await page.keyboard.press('Escape')
    await bar.click()
    await page.getByText('You’re over your storage limit', { exact: true }).waitFor()

    const deletes = page.getByRole('button', { name: /^Delete item/ })
    await deletes.first().waitFor()
    const shown = await deletes.count()
    await page.getByText('None of it is in the trash.').waitFor()
    await deletes.first().click()
    await eventually(t, () => deletes.count(), shown - 1, 'the largest files can be deleted here')
    await page.getByText('None of it is in the trash.').waitFor({ state: 'detached' })
    await page.getByText(/^\d.* in the trash \((?!0%)/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(t, () => deletes.count(), shown)
    await page.getByText('None of it is in the trash.').waitFor()
    t.same(await axeFaults(page), [])
    await picture(page, 'largest-files-1440')

    // A limit that is raised enables uploading in an open page.
    await page.goto(`${app.url}/platform/files`)
    await page.waitForSelector('html[data-realtime]')
    await bar.waitFor()
    const actor = { actorId: person.id, ip: '127.0.0.1' }
    await app.coffer.users.administration.setLimits(person.id, { max_storage_bytes: 1e9 }, actor)
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create' }).click()
    await line.waitFor()
    t.equal(await line.getAttribute('aria-disabled'), null)
    t.match(await page.getByRole('link', { name: /used$/ }).textContent(), / of 1 GB used$/)
  },
)

t.test('folder appearance: name, color and emoji by keyboard; undo; rendered without scripts', async (t) => {
  const person = await signUp(app)
  const id = await seedOneFolder(db, person.id, 'Soups')
  const page = await enter(person, '/platform/files')
  await page.getByRole('row').filter({ hasText: 'Soups' }).click()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Organize' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Customize' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Broths')
  await dialog.getByRole('radio', { name: 'Default' }).focus()
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('radio', { name: 'Gray', checked: true }).waitFor()
  await dialog.getByRole('button', { name: 'Choose an emoji' }).press('Enter')
  await dialog.getByLabel('Search emoji').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('steaming')
  // The search hides the groups; the emoji is also in the full list.
  await dialog.getByRole('toolbar').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'steaming bowl' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  t.same(await axeFaults(page), [])
  // The row shows the change before the server has made it.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByRole('row').filter({ hasText: 'Broths' }).waitFor()
  t.equal((await saved).status(), 200)
  const html = await (await page.context().request.get(`${app.url}/platform/files/${id}`)).text()
  t.match(html, '/1f35c.svg')
  const icon = await page.context().request.get(`${app.url}/twemoji/15.0.0/1f35c.svg`)
  t.equal(icon.headers()['cache-control'], 'public, max-age=31536000, immutable')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row').filter({ hasText: 'Soups' }).waitFor()
  await page.waitForFunction(() => !document.querySelector('[role=row] img[src*="1f35c"]'))

  // Enter takes the emoji that was typed before the grid was filtered.
  await page.getByRole('row').filter({ hasText: 'Soups' }).click({ button: 'right' })
  await chooseInMenu(page, 'Organize', 'Customize')
  await dialog.getByRole('button', { name: 'Choose an emoji' }).click()
  await dialog.getByRole('button', { name: 'grinning face', exact: true }).locator('img').waitFor()
  t.equal(
    await dialog.getByRole('button', { name: 'flag: Wales' }).locator('img').count(),
    0,
    'outside of the viewport: not rendered yet',
  )
  await dialog.getByLabel('Search emoji').evaluate(async (field: HTMLInputElement) => {
    field.focus()
    document.execCommand('insertText', false, 'steaming')
    // The field is rendered in a microtask, the grid in a later task.
    for (let n = 0; n < 5; n += 1) await Promise.resolve()
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await dialog.getByRole('button', { name: 'steaming bowl', pressed: true }).waitFor()
  t.equal(await dialog.getByRole('button', { name: 'Save', exact: true }).isVisible(), true, 'the form was not sent')
})

t.test('favorites: reordered by keyboard, and the order is kept', async (t) => {
  const person = await signUp(app)
  const ids: string[] = []
  for (const name of ['one', 'two', 'three']) ids.push(await seedOneFolder(db, person.id, name))
  await person.client.post('/api/favourites', { ids })
  const page = await enter(person, `/platform/files/${ids[0]}`)
  const names = () => page.locator('[data-drop-favorites] a').allTextContents()
  t.same(await names(), ['one', 'two', 'three'])
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.locator('[data-drop-favorites] a').last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  t.equal((await saved).status(), 200)
  await eventually(t, names, ['one', 'three', 'two'])
  await eventually(t, () => page.evaluate(() => document.activeElement?.textContent), 'three', 'the focus goes along')
  t.match(page.url(), ids[0] as string, 'Alt and an arrow did not leave the folder')
  await page.reload()
  await eventually(t, names, ['one', 'three', 'two'])
  const phone = await enter(person, '/platform/files', { width: 390, height: 844 })
  await phone.getByRole('button', { name: 'Open navigation' }).tap()
  // The list behind has the same button until the drawer is open.
  await phone.getByRole('dialog').getByRole('button', { name: 'Actions for two' }).tap()
  await phone.getByRole('button', { name: 'Move up' }).tap()
  await eventually(t, () => phone.locator('[role=dialog] [data-drop-favorites] a').allTextContents(), [
    'one',
    'two',
    'three',
  ])
})

t.test('lists beside the files: the focus goes to the next row when the focused one is deleted', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 3)
  const folders = ['Beans', 'Corn'].map((name) => seedOneFolder(db, person.id, name))
  await person.client.post('/api/favourites', { ids: await Promise.all(folders) })
  await putFile(person, 'note.txt', 'one')
  for (const content of ['two', 'three']) await putFile(person, 'note.txt', content, null, { on_conflict: 'replace' })
  for (const title of ['Photos', 'Papers']) await makeFileRequest(person, { title })
  const page = await enter(person, '/platform/files')
  const isFocusIn = (row: string) => page.evaluate((of) => !!document.activeElement?.closest(of), row)
  /** Deletes the first row by its button, or the menu that it opens, and confirms. */
  const remove = async (rows: string, name: RegExp, confirm?: string, menuItem?: string) => {
    const count = await page.locator(rows).count()
    t.ok(count > 1, rows)
    await page.locator(rows).first().getByRole('button', { name }).press('Enter')
    if (menuItem) await page.getByRole('menuitem', { name: menuItem }).press('Enter')
    if (confirm) await page.getByRole('alertdialog').getByRole('button', { name: confirm }).press('Enter')
    await eventually(t, () => page.locator(rows).count(), count - 1, rows)
    await eventually(t, () => isFocusIn(rows), true, `${rows}: the focus`)
  }
  await remove('[data-drop-favorites] li', /^Remove/)

  await row(page, 'note.txt').click({ button: 'right' })
  await chooseInMenu(page, 'Versions')
  await eventually(t, () => page.locator('[data-version]').count(), 2)
  await remove('[data-version]', /^Delete the version/, 'Delete permanently')
  await toastShown(page, 'Version deleted')

  await page.goto(`${app.url}/platform/requests`)
  await hydrated(page)
  await remove('[data-requests] > li', /^Actions/, 'Delete request', 'Delete request')
  await toastShown(page, 'Request deleted')

  await page.goto(`${app.url}/user/settings/storage`)
  await hydrated(page)
  await page
    .getByRole('button', { name: /^Delete item/ })
    .first()
    .waitFor()
  await remove('li:has(button[aria-label^=Delete])', /^Delete/)
  t.strictSame(browser.errors, [])
})
