import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import { picture } from '../support/browser.ts'
import { row } from '../support/files-page.ts'
import { heicFile } from '../support/heic-files.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'
import { tinyPhoto } from '../support/tiny-files.ts'

const { app, browser, openFiles, newUser, db } = await filesTest(t)

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

t.test(
  'viewer: keeps the shown file that another client renames or moves; of a deleted one, shows the next',
  async (t) => {
    const { person, ids } = await newUser(['Box'], 150)
    const idOf = async (name: string) => {
      const [item] = await db.query<{ id: string }>('select id from items where owner_id = $1 and name = $2', [
        person.id,
        name,
      ])
      return item?.id as string
    }
    const page = await openFiles(person, { view: { sorting: { field: 'name', direction: 'ASC' } } })
    await page.waitForSelector('html[data-realtime]')
    await row(page, 'item 1.bin').dblclick()
    await viewer(page, 'item 1.bin').waitFor()
    // It leaves the loaded page of the list.
    await person.client.patch(`/api/rename/${await idOf('item 1.bin')}`, { name: 'z.bin', type: 'file' })
    await viewer(page, 'z.bin').waitFor()
    await page.getByText('150 of 150').waitFor()
    await page.keyboard.press('Escape')
    await viewer(page, 'z.bin').waitFor({ state: 'detached' })

    const second = await openFiles(person, { view: { sorting: { field: 'name', direction: 'ASC' } } })
    await second.waitForSelector('html[data-realtime]')
    await row(second, 'item 5.bin').dblclick()
    await viewer(second, 'item 5.bin').waitFor()
    await person.client.post('/api/remove', { items: [{ id: await idOf('item 5.bin'), type: 'file' }] })
    await viewer(second, 'item 6.bin').waitFor()
    const id = await idOf('item 6.bin')
    const found = second.waitForResponse((response) => response.url().endsWith(`/api/items/${id}`))
    await person.client.post('/api/move', { items: [{ id, type: 'file' }], to_id: ids.Box })
    t.equal((await found).status(), 200)
    await row(second, 'item 6.bin').waitFor({ state: 'detached' })
    t.ok(await viewer(second, 'item 6.bin').isVisible())
    await second.keyboard.press('ArrowRight')
    await viewer(second, 'item 7.bin').waitFor()
    await second.keyboard.press('Delete')
    await viewer(second, 'item 8.bin').waitFor()
    t.strictSame(browser.errors, [])
  },
)

t.test(
  'viewer: pictures that browsers do not decode are shown by their thumbnail, and downloaded as they are',
  async (t) => {
    const { person } = await newUser([], 0)
    const photo = heicFile({ columns: 3, rows: 2, turns: 1 })
    const scan = await sharp(await tinyPhoto(120, 1_024, 1_536))
      .tiff()
      .toBuffer()
    const page = await openFiles(person)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const [name, bytes] of Object.entries({ 'photo.heic': photo, 'scan.tiff': scan })) {
      const { id } = await putFile(person, name, bytes)
      await app.coffer.storage.api.thumbnails.makeAllPending()
      await page.goto(`${app.url}/platform/files?view=${id}`)
      const dialog = viewer(page, name)
      const sizeOf = () =>
        dialog
          .locator('[data-frame] img')
          .evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => `${naturalWidth} × ${naturalHeight}`)
      await eventually(t, sizeOf, '1024 × 1536', `${name}, upright`)
      await picture(page, `viewer-${name}`)
      t.notOk(asked.includes(`/file/${id}`))
      const saved = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download' }).click()
      const download = await saved
      t.equal(download.suggestedFilename(), name)
      t.ok(readFileSync(await download.path()).equals(bytes), 'the file itself')
    }
    t.strictSame(browser.errors, [])
  },
)

t.test('viewer: shows the content of a picture that another client replaced', async (t) => {
  const { person } = await newUser([], 0)
  const sign = (background: string) =>
    sharp({ create: { width: 80, height: 60, channels: 3, background } })
      .gif()
      .toBuffer()
  await putFile(person, 'sign.gif', await sign('#ff0000'))
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const page = await openFiles(person)
  await page.waitForSelector('html[data-realtime]')
  await row(page, 'sign.gif').dblclick()
  const colorOf = () =>
    page.locator('[data-frame] img').evaluate((image: HTMLImageElement) => {
      const context = document.createElement('canvas').getContext('2d')
      context?.drawImage(image, 0, 0)
      return context?.getImageData(5, 5, 1, 1).data.join()
    })
  await eventually(t, colorOf, '255,0,0,255')
  await putFile(person, 'sign.gif', await sign('#0000ff'), null, { on_conflict: 'replace' })
  await eventually(t, colorOf, '0,0,255,255')
})

t.test('viewer: a step while the page is loaded again stays, whatever page arrives', async (t) => {
  const { person } = await newUser([])
  for (const name of ['a.txt', 'b.txt']) await putFile(person, name, name)
  const page = await openFiles(person)
  await page.waitForSelector('html[data-realtime]')
  await row(page, 'a.txt').dblclick()
  await viewer(page, 'a.txt').waitFor()
  const whileReloading = async (title: string, act: () => Promise<void>) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const asked = page.waitForRequest('**/index.pageContext.json*')
    await page.route('**/index.pageContext.json*', (route) => released.then(() => route.continue().catch(() => {})))
    await app.coffer.platform.settings.set({ app_title: title })
    await asked
    await act()
    release()
    await page.waitForFunction((text) => document.title.includes(text), title)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    await page.unroute('**/index.pageContext.json*')
  }
  await whileReloading('Renamed', async () => {
    await page.keyboard.press('ArrowLeft')
    await viewer(page, 'b.txt').waitFor()
  })
  t.equal(await viewer(page, 'b.txt').count(), 1)
  const link = page.url()
  await page.goto('about:blank')
  await page.goto(link)
  await Promise.all([page.waitForSelector('html[data-realtime]'), viewer(page, 'b.txt').waitFor()])
  await whileReloading('Named again', async () => {
    await page.keyboard.press('Escape')
    await viewer(page, 'b.txt').waitFor({ state: 'detached' })
  })
  t.strictSame([await viewer(page, 'b.txt').count(), new URL(page.url()).search], [0, ''])
  t.strictSame(browser.errors, [])
})
