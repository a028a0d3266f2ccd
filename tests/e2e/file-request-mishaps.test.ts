import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { dropFromDesktop } from '../support/desktop-drop.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { testFolder } from '../support/folders.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

/** Faults on the page of an upload request that its visitor would not notice. */
const { app, browser } = await pagesTest(t)
const owner = await signUp(app)

const openRequest = async (by = owner) => {
  const { token } = await makeFileRequest(by, { title: 'Photos' })
  const page = await browser.visit(`${app.url}/request/${token}/upload`)
  await hydrated(page)
  return { page, token }
}
const send = (page: Page, name: string) =>
  page.locator('input[data-upload=files]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

t.test('file request: name and email typed after the last file are stored once their field is left', async (t) => {
  const { page, token } = await openRequest()
  const stored = () =>
    page.evaluate(async (url) => {
      const { data } = await (await fetch(url, { headers: { accept: 'application/json' } })).json()
      const { name, email } = data.relationships.uploader
      return { name, email }
    }, `/api/file-request/${token}`)
  await send(page, 'one.txt')
  await page.locator('[data-sent] li').waitFor()
  t.strictSame(await stored(), { name: null, email: null })
  const [name, email] = [page.getByLabel('Your name'), page.getByLabel('Your email')]
  await name.fill('Ann')
  await email.fill('ann@')
  await eventually(t, stored, { name: 'Ann', email: null })
  await email.blur()
  await page.locator('[name=uploader-email][aria-invalid=true]').waitFor()
  await email.fill('ann@example.org')
  await email.blur()
  await eventually(t, stored, { name: 'Ann', email: 'ann@example.org' })
})

t.test('file request: after a failed read of the list, the files can be submitted, and the list follows', async () => {
  const { page } = await openRequest()
  let reads = 0
  await page.route('**/browse/**', (route) => {
    reads += 1
    return reads === 1 ? route.fulfill({ status: 429, json: { code: 'too-many-requests' } }) : route.continue()
  })
  await send(page, 'one.txt')
  await submit(page).waitFor()
  await page.locator('[data-sent]').getByText('one.txt').waitFor()
})

t.test('file request: a file that is dropped on the receipt does not replace the page', async (t) => {
  const { page } = await openRequest()
  await send(page, 'one.txt')
  await submit(page).click()
  const more = page.getByRole('button', { name: 'Send more' })
  await more.waitFor()
  const path = join(testFolder(t), 'two.txt')
  writeFileSync(path, 'two')
  await page.evaluate(() =>
    window.addEventListener('drop', (event) => {
      document.title = `prevented: ${event.defaultPrevented}`
    }),
  )
  await dropFromDesktop(page, [path], { x: 300, y: 300 })
  await eventually(t, () => page.title(), 'prevented: true')
})

t.test('file request: a deadline is told when it passes, also a new one and after a sleep', async (t) => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { token } = await makeFileRequest(owner, { title: 'Photos', expires_at: inMinutes(120) })
  const path = `/request/${token}/upload`
  const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const late = (page: Page) => page.getByText('The deadline has passed.')
  const [page, asleep] = [await browser.visit(app.url + path), await browser.visit(app.url + path)]
  for (const one of [page, asleep]) {
    await hydrated(one)
    // Timers that have begun before do not follow this clock.
    await one.clock.install()
  }
  await asleep.clock.fastForward('02:01:00')
  t.equal(await late(asleep).count(), 0)
  await comeBack(asleep)
  await late(asleep).waitFor()

  const shown = page.getByText(/^Until /)
  const before = await shown.textContent()
  await page.clock.fastForward('01:30:00')
  const { status } = await owner.client.patch(`/api/file-request/${token}`, { expires_at: inMinutes(105) })
  t.equal(status, 200)
  await comeBack(page)
  await eventually(t, async () => (await shown.textContent()) !== before, true)
  await page.clock.fastForward('10:00')
  t.equal(await late(page).count(), 0)
  await page.clock.fastForward('10:00')
  await late(page).waitFor()
})

t.test('file request: an owner without room is told of as such, not as the storage of the visitor', async (t) => {
  const full = await signUp(app)
  const actor = { actorId: full.id, ip: '127.0.0.1' }
  await app.coffer.users.administration.setLimits(full.id, { max_storage_bytes: 3 }, actor)
  const { page } = await openRequest(full)
  await send(page, 'papers.txt')
  const alert = page.getByRole('alertdialog')
  await alert.getByText('papers.txt').waitFor()
  t.match(await alert.innerText(), 'There is no room left here')
  t.notMatch(await alert.innerText(), 'Your storage')
})

t.test(
  'file request: what was sent is shown as a picture and in the viewer, to others where all see all',
  async (t) => {
    const red = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const seen = async (visibility: 'own' | 'all') => {
      const { token } = await makeFileRequest(owner, { title: 'Pictures', visibility })
      const page = await browser.visit(`${app.url}/request/${token}/upload`)
      await hydrated(page)
      const files = [{ name: 'red.png', mimeType: 'image/png', buffer: red }]
      await page.locator('input[data-upload=files]').setInputFiles(files)
      const picture = page.locator('[data-sent] li').locator(`img[src*="/thumbnail/"][src*="request=${token}"]`)
      await picture.waitFor()
      const view = async (of: Page) => {
        await of.locator('[data-sent]').getByRole('button', { name: 'red.png', exact: true }).click()
        const viewer = of.getByRole('dialog', { name: 'red.png' })
        await viewer
          .getByRole('img', { name: 'red.png' })
          .and(of.locator(`[src*="request=${token}"]`))
          .waitFor()
        t.equal(await viewer.getByRole('button', { name: 'Download' }).count(), 0)
        const wentBack = await viewer
          .getByRole('button', { name: 'Close', exact: true })
          .evaluate((close: HTMLElement) => {
            let calls = 0
            history.back = () => {
              calls += 1
              history.go(-1)
            }
            close.click()
            close.click()
            return calls
          })
        t.equal(wentBack, 1, 'closed twice')
        await viewer.waitFor({ state: 'detached' })
      }
      await view(page)
      const other = await browser.visit(`${app.url}/request/${token}/upload`)
      if (visibility === 'all') await view(other)
      t.ok(await page.locator('[data-sent]').isVisible(), 'the list is back')
      return (await other.locator('[data-sent] li').count()) === 1
    }
    t.equal(await seen('own'), false)
    t.equal(await seen('all'), true)
  },
)
