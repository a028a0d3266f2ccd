import type { Page } from 'playwright-core'
import t from 'tap'
import { headingShown, row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf } from '../support/tiny-files.ts'

const { app, browser, newUser, openFiles } = await filesTest(t, { motion: true })

/** Stops the page's clock: what follows needs no timer, except where the test lets time pass. */
const stopClock = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}
/** Holds the data of pages back until the returned function is called. */
const holdPages = async (page: Page, url: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
const chooseLanguage = async (page: Page, name: string) => {
  await page
    .locator('[aria-haspopup=menu][aria-label="My account"], [aria-haspopup=menu][aria-label="Mein Konto"]')
    .click()
  await page.getByRole('menuitem', { name: /^(Language|Sprache)/ }).press('ArrowRight')
  const saved = page.waitForResponse('**/api/user/settings')
  await page.getByRole('menuitemcheckbox', { name }).click()
  await saved
}
const progress = (page: Page) => page.locator('div[role=progressbar].fixed')

t.test('after the viewer is closed, a language is there at once and the next page has its progress bar', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  await row(page, 'item 1.bin').dblclick()
  await page.waitForURL(/view=/)
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'))
  await page.keyboard.press('Escape')
  await page.waitForURL(`${app.url}/platform/files`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await stopClock(page)
  await chooseLanguage(page, 'Deutsch')
  // Timers for the next task only: none that waits for anything.
  await eventually(t, () => page.clock.runFor(1).then(() => page.evaluate(() => document.documentElement.lang)), 'de')
  const release = await holdPages(page, '**/trash/index.pageContext.json*')
  await page.getByRole('link', { name: 'Papierkorb' }).first().click()
  await page.clock.runFor(300)
  await progress(page).waitFor()
  release()
  await page.waitForURL('**/platform/trash')
  await progress(page).waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

t.test('data of the page that are still on their way do not cancel a later click', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  await stopClock(page)
  const releases = [
    await holdPages(page, '**/files/index.pageContext.json*'),
    await holdPages(page, '**/trash/index.pageContext.json*'),
  ]
  await chooseLanguage(page, 'Deutsch')
  await chooseLanguage(page, 'Italiano')
  await page.getByRole('link', { name: 'Trash' }).first().click()
  await page.clock.runFor(4_000)
  await progress(page).waitFor()
  for (const release of releases) release()
  await page.waitForURL('**/platform/trash')
  await page.clock.resume()
  await page.waitForFunction(() => document.documentElement.lang === 'it')
  t.equal(new URL(page.url()).pathname, '/platform/trash')
  t.strictSame(browser.errors, [])
})

t.test('link: a step back from the viewer over its folder shows the folder that the URL names', async (t) => {
  const { person } = await newUser([])
  const top = await makeFolder(person, 'Album')
  await putFile(person, 'hello.txt', 'hello', await makeFolder(person, 'Inner', top))
  const { token } = await makeShare(person, { id: top, type: 'folder' })
  const page = await browser.visit(`${app.url}/share/${token}/files`)
  await page.getByText('Inner', { exact: true }).first().click()
  await headingShown(page, 'Inner')
  await page.getByText('hello.txt', { exact: true }).first().click()
  await page.waitForURL(/view=/)
  await page.evaluate(() => history.go(-2))
  await headingShown(page, 'Album')
  await progress(page).waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

t.test('a PDF that was opened leaves the theme as it was', async (t) => {
  const { person } = await newUser([])
  await putFile(person, 'offer.pdf', tinyPdf(['Offer']))
  const page = await openFiles(person)
  await row(page, 'offer.pdf').dblclick()
  await page.locator('.textLayer').getByText('Offer').waitFor()
  const schemes = await page.evaluate(() =>
    ['dark', 'light', 'system'].map((theme) => {
      document.documentElement.dataset.theme = theme
      return getComputedStyle(document.documentElement).colorScheme
    }),
  )
  t.strictSame(schemes, ['dark', 'light', 'light dark'])
})

t.test('a file opened while the page of its folder is on its way stays open, and Back closes it', async (t) => {
  const { person, ids } = await newUser(['Photos'], 1)
  await putFile(person, 'inside.txt', 'text', ids.Photos)
  const page = await openFiles(person)
  await row(page, 'Photos').dblclick()
  await row(page, 'inside.txt').waitFor()
  await page.waitForURL(/\/files\/./)
  const shownIn = async (name: string, url: RegExp) => {
    await row(page, name).dblclick()
    const viewer = page.getByRole('dialog', { name })
    await viewer.waitFor()
    return async () => {
      await page.waitForURL(url)
      await page.locator('div[role=progressbar].fixed').waitFor({ state: 'detached' })
      t.ok(await viewer.isVisible(), name)
      await page.goBack()
      await viewer.waitFor({ state: 'detached' })
    }
  }
  // The former page is shown at once by a step back.
  let release = await holdPages(page, '**/files/index.pageContext.json*')
  await page.evaluate(() => history.back())
  await headingShown(page, 'My Files')
  const back = await shownIn('item 1.bin', /\/files\?view=/)
  release()
  await back()
  t.equal(new URL(page.url()).pathname, '/platform/files')
  // So is a folder that was shown before.
  release = await holdPages(page, `**/files/${ids.Photos}/index.pageContext.json*`)
  await row(page, 'Photos').dblclick()
  await headingShown(page, 'Photos')
  const forward = await shownIn('inside.txt', /\/files\/[^?]+\?view=/)
  release()
  await forward()
  t.equal(new URL(page.url()).pathname, `/platform/files/${ids.Photos}`)
  t.strictSame(browser.errors, [])
})
