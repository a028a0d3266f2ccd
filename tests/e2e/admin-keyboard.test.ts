import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare } from '../support/shares.ts'
import { tabTo, tabToDialog } from '../support/tab-to.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const { db, jobs, settings } = app.coffer.platform
const admin = await newAdmin(app)

/** Presses Tab until an element that matches the selector has the focus. */
const tabToField = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${selector}`)
}

t.test('administration by keyboard alone: limits, users, legal pages, texts, reports, jobs', async (t) => {
  const page = await browser.visit(`${app.url}/admin/dashboard`, { as: admin })
  // Enter on a button causes a click, but no pointer event.
  await page.context().addInitScript(() => {
    const count = () => localStorage.setItem('pointers', `${Number(localStorage.getItem('pointers') ?? 0) + 1}`)
    for (const kind of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(kind, count, true)
  })
  const { keyboard } = page
  const open = async (path: string) => {
    await page.goto(app.url + path)
    await hydrated(page)
  }

  await open('/admin/settings/others')
  await tabToField(page, '[name=upload_limit]')
  await keyboard.type('500')
  await keyboard.press('Enter')
  await page.getByText(/^Saved/).waitFor()
  t.not(await settings.get('upload_limit'), settings.definitions.upload_limit?.default)

  await open('/admin/user/create')
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  await tabTo(page, 'Add picture')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')])
  await chooser.setFiles({ name: 'karl.png', mimeType: 'image/png', buffer: picture })
  await tabToDialog(page, 'button[type=submit]:enabled')
  await keyboard.press('Enter')
  await page.getByRole('main').locator('img[src^=blob]').waitFor()
  for (const [name, text] of [
    ['Full name', 'Karl Keyboard'],
    ['Email', 'karl@example.org'],
    ['Password', 'four unrelated words'],
    ['Repeat password', 'four unrelated words'],
  ] as const) {
    await tabTo(page, name)
    await keyboard.type(text)
  }
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Karl Keyboard' }).waitFor()
  await page.getByRole('main').locator('img[src*="/avatars/"]').first().waitFor()

  await open('/admin/pages/cookie-policy')
  await tabToField(page, 'main textarea')
  await keyboard.type('# Our cookies')
  await page.getByRole('heading', { name: 'Our cookies' }).waitFor()

  await open('/admin/language')
  await tabToField(page, 'main input[type=search]')
  await keyboard.type('Upload your first file')
  await page.waitForURL(/search=/)
  await eventually(t, () => page.locator('main textarea').count(), 1)
  await tabToField(page, 'main textarea')
  await keyboard.press('Control+a')
  await keyboard.type('Begin with a file')
  await page.getByText(/^Saved/).waitFor()
  await page.getByText('Changed', { exact: true }).waitFor()

  const owner = await signUp(app, { name: 'Olga Owner' })
  const link = await makeShare(owner, { id: await makeFolder(owner, 'Bad folder'), type: 'folder' })
  await db.query(
    `insert into abuse_reports (share_id, owner_id, item_name, reason)
     select id, owner_id, 'Bad folder', 'malware' from shares where owner_id = $1`,
    [owner.id],
  )
  await open('/admin/reports')
  await tabTo(page, 'Suspend')
  await keyboard.press('Enter')
  await page.getByRole('dialog').getByText('can’t sign in').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tabTo(page, 'Delete link')
  await keyboard.press('Enter')
  await tabToDialog(page, 'button:last-child')
  await keyboard.press('Enter')
  await page.locator('[data-report]').waitFor({ state: 'detached' })
  t.not((await fetch(`${app.url}/share/${link.token}/files`)).status, 200)

  await db.transaction(async (tx) => {
    for (const name of ['cleanup-zips', 'purge-trash']) await jobs.add(name, {}, { tx, delayMs: 3_600_000 })
    await tx.query(`update jobs._private_jobs set attempts = max_attempts, last_error = 'no space left'
      where run_at > now() + interval '30 minutes'`)
  })
  await open('/admin/jobs')
  const failed = page.locator('[data-job]')
  await failed.nth(1).waitFor()
  await tabTo(page, 'Try again: cleanup-zips')
  await keyboard.press('Enter')
  await failed.nth(1).waitFor({ state: 'detached' })
  await tabTo(page, 'Delete: purge-trash')
  await keyboard.press('Enter')
  await failed.waitFor({ state: 'detached' })
  t.strictSame(await jobs.queue.deadLetters(), [])
  t.equal(await page.evaluate(() => localStorage.getItem('pointers')), null, 'no pointer was used')
  t.strictSame(browser.errors, [])
})

t.test('admin: the callback URL of a provider is shown to be copied', async (t) => {
  const page = await browser.visit(`${app.url}/admin/settings/sign-in`, { as: admin })
  const field = page.getByRole('textbox', { name: 'Callback URL' }).first()
  t.match(await field.inputValue(), /^https?:\/\/.*\/callback/)
  t.equal(await field.getAttribute('readonly'), '')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const button = page.getByRole('main').getByRole('button', { name: 'Copy' }).first()
  /** Announcements of a live region around or beside the button, from now on. */
  const announced = await button.evaluateHandle((element) => {
    const texts: string[] = []
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(
          '[role=status], [aria-live]',
        )
        if (region) texts.push(region.textContent)
      }
    }).observe(element.parentElement as Element, { subtree: true, childList: true, characterData: true })
    return texts
  })
  await button.click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' })
  t.strictSame(await announced.jsonValue(), ['Copied', ''], 'not that it can be copied again')
  t.equal(await page.evaluate(() => navigator.clipboard.readText()), await field.inputValue())
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await button.click()
  await page.getByText('Your browser didn’t allow copying').waitFor()
})
