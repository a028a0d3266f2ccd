import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture, resting } from '../support/browser.ts'
import { boxOf, row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf, tinyPhoto } from '../support/tiny-files.ts'

const { app, browser, openFiles } = await filesTest(t, { motion: true })
const person = await signUp(app)
await putFile(person, 'photo.jpg', await tinyPhoto(20, 2_000, 1_200))
const members = Buffer.from(`Name,Since\n"Lee, Ann",2019\n${'Bo,2020\n'.repeat(700)}`)
await putFile(person, 'members.csv', members)
await putFile(person, 'paper.pdf', tinyPdf(['The first speaks of apples', 'The second of pears']))
await app.coffer.storage.api.thumbnails.makeAllPending()

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

t.test(
  'viewer by touch: a double tap zooms to the tapped point, the next one fits again; pinch-zoomed, the file stays',
  async (t) => {
    const page = await openFiles(person, { width: 390 })
    await row(page, 'photo.jpg').tap()
    const frame = page.locator('[data-frame]')
    await page.waitForFunction(() => (document.querySelector('[data-frame] img') as HTMLImageElement)?.naturalWidth > 0)
    await resting(page)
    const { middle, width } = await boxOf(frame)
    const doubleTap = async () => {
      const touch = await page.context().newCDPSession(page)
      const touchPoints = [{ x: middle.x - width / 4, y: middle.y }]
      for (const _tap of [1, 2]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await touch.detach()
    }
    const scale = async () => Number(await frame.getAttribute('data-scale'))
    await doubleTap()
    await page.waitForFunction(() => Number(document.querySelector('[data-frame]')?.getAttribute('data-scale')) >= 2)
    await resting(page)
    t.ok((await scale()) >= 2, 'and stays zoomed')
    const photo = await boxOf(frame.locator('img'))
    t.ok(photo.middle.x > middle.x + 10, 'at the tapped point, left of the middle')
    await page.waitForTimeout(400)
    await doubleTap()
    await eventually(t, scale, 1)
    t.strictSame(browser.errors, [])

    // A finger moves over a page that is pinch-zoomed, and the file stays.
    await page.goto(`${app.url}/platform/files`)
    await hydrated(page)
    await row(page, 'paper.pdf').tap()
    await page.locator('.textLayer').getByText('speaks of apples').waitFor()
    await resting(page)
    const url = page.url()
    t.match(url, /view=/)
    const touch = await page.context().newCDPSession(page)
    const offset = () => page.evaluate(() => visualViewport?.offsetLeft ?? 0)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 400 }] })
    await touch.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
    await eventually(t, () => page.evaluate(() => visualViewport?.scale), 2)
    const before = await offset()
    await finger('touchStart', 180)
    for (const x of [170, 140, 100, 60]) await finger('touchMove', x)
    await finger('touchEnd', 60)
    await eventually(t, async () => (await offset()) > before, true, 'another part of the page is seen')
    t.equal(page.url(), url)
    t.ok(await viewer(page, 'paper.pdf').isVisible())
    t.strictSame(browser.errors, [])
  },
)

t.test('viewer: sharing has a button of its own; on phones turning is in the menu', async (t) => {
  for (const width of [390, 1440]) {
    const page = await openFiles(person, { width })
    if (width < 640) await row(page, 'photo.jpg').tap()
    else await row(page, 'photo.jpg').dblclick()
    const shown = viewer(page, 'photo.jpg')
    await shown.getByRole('button', { name: 'Share' }).waitFor()
    await resting(page)
    await picture(page, `viewer-bar-${width}`)
    await shown.getByRole('button', { name: 'More' }).click()
    const entry = (name: string) => page.getByRole(width < 640 ? 'button' : 'menuitem', { name, exact: true })
    await entry('Rename').waitFor()
    t.equal(await page.getByRole('menuitem', { name: 'Share' }).count(), 0, 'once only')
    if (width < 640) {
      await entry('Rotate').click()
      await page.locator('[data-turn="1"]').waitFor()
    } else await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('dialog', { name: /Share/ }).waitFor()
    await page.context().close()
  }
  t.strictSame(browser.errors, [])
})

t.test('viewer: separated values are a table, for the owner and for visitors; the text is a click away', async (t) => {
  const folder = await makeFolder(person, 'Lists')
  await putFile(person, 'members.csv', members, folder)
  const { token } = await makeShare(person, { id: folder, type: 'folder' })
  const page = await openFiles(person, { width: 1440 })
  await row(page, 'members.csv').dblclick()
  const shared = await browser.visit(`${app.url}/share/${token}/files`, { width: 390 })
  await shared.getByRole('link', { name: 'members.csv' }).first().click()
  for (const one of [page, shared]) {
    await one.getByRole('columnheader', { name: 'Since' }).last().waitFor()
    await one.getByRole('cell', { name: 'Lee, Ann' }).waitFor()
    await one.getByText('The table shows the first').waitFor()
    t.strictSame(await axeFaults(one), [])
    await picture(one, one === page ? 'viewer-table-1440' : 'viewer-table-390')
    await one.getByRole('button', { name: 'Show as text' }).click()
    await one.getByText('"Lee, Ann",2019').waitFor()
    await one.getByRole('button', { name: 'Show as table' }).waitFor()
  }
  t.strictSame(browser.errors, [])
})
