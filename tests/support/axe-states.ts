import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { type Actor, signUp } from './actors.ts'
import { testApp } from './app.ts'
import { axeFaults, hydrated, picture, setTheme } from './browser.ts'
import { dropFromDesktop, middleOf, slowUploads } from './desktop-drop.ts'
import { testFolder } from './folders.ts'
import { pagesTest } from './pages-test.ts'
import { seedFolder, seedOneFolder } from './seed.ts'

const themes = ['light', 'dark'] as const
/** Tablets show nothing that phones and desktops do not: only overflow is checked, on the desktop's pages. */
const tablet = 1024

/** Loads a page of the same origin. */
const go = async (page: Page, path: string) => {
  await page.goto(new URL(path, page.url()).href)
  await hydrated(page)
}

/** Checks every state of every page at a width (px): no serious violation, and no overflow; with a desktop's, on a tablet too. */
export const axeTest = async (t: Test, width: number): Promise<void> => {
  const { app, browser } = await pagesTest(t)
  const fresh = await testApp(t, { pages: true, installed: false })
  const { db } = app.coffer.platform

  const newcomer = await signUp(app, { name: 'Nora New' })
  const owner = await signUp(app, { name: 'Ada Lovelace' })
  const longName = `${'A very long name that never seems to end '.repeat(5)}.pdf`
  for (const name of [longName.slice(0, 200), 'مجلد المشاريع الجديدة', 'Straße & Söhne', '日本語の書類'])
    await seedOneFolder(db, owner.id, name)
  await seedFolder(db, owner.id, 40, { folders: 0.1, prefix: 'Report ' })
  const hollow = await seedOneFolder(db, owner.id, 'Nothing in here')
  const discarded = await Promise.all(['Old drafts', 'Scans'].map((name) => seedOneFolder(db, owner.id, name)))
  await owner.client.post('/api/remove', {
    items: discarded.map((id) => ({ id, type: 'folder' })),
    force_delete: false,
  })
  const upload = join(testFolder(t), 'Holiday film.mov')
  writeFileSync(upload, Buffer.alloc(3_000_000, 7))

  let seen = 0

  /** Helpers for a width: opens pages and checks a state, with all rules in the light theme and contrast in the dark one. */
  const checker = (t: Test, width: number) => {
    const open = (url: string, as?: Actor) => browser.visit(url, { width, height: width < 640 ? 844 : 900, as })
    return {
      open,
      enter: (person: Actor, path: string) => open(`${app.url}${path}`, person),
      check: async (page: Page, what: string) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        for (const theme of themes) {
          await setTheme(page, theme)
          const faults = await axeFaults(page, theme === 'light' ? undefined : ['color-contrast'])
          await picture(page, `axe-${what.replaceAll(/\W+/g, '-')}-${width}-${theme}`)
          t.strictSame(faults, [], `${what}, ${theme}`)
        }
        await setTheme(page, 'light')
        const { height } = page.viewportSize() ?? { height: 0 }
        for (const fitted of width > tablet ? [tablet, width] : [width]) {
          if (width > tablet) await page.setViewportSize({ width: fitted, height })
          t.equal(await page.evaluate(() => document.documentElement.scrollWidth), fitted, `${what} fits ${fitted} px`)
        }
        seen += 1
      },
    }
  }

  t.test('axe: no serious violation in any state of any page', async (t) => {
    const phone = width < 640
    const { open, enter, check } = checker(t, width)
    const visitor = await open(`${app.url}/`)
    await check(visitor, 'home')
    for (const path of ['sign-up', 'forgotten-password', 'create-new-password?token=x', 'create-new-password']) {
      await go(visitor, `/${path}`)
      const submit = visitor.locator('button[type=submit]')
      if (await submit.count()) await submit.click()
      await check(visitor, path)
    }
    for (const path of ['successfully-verified', 'successfully-send', 'temporary-unavailable', 'nothing/here']) {
      await go(visitor, `/${path}`)
      await check(visitor, path)
    }
    await go(visitor, '/sign-in')
    await check(visitor, 'sign-in')
    await visitor.getByLabel('Email').fill(owner.email)
    await visitor.getByRole('button', { name: 'Continue', exact: true }).click()
    await visitor.getByLabel('Password', { exact: true }).waitFor()
    await check(visitor, 'password')
    await visitor.context().close()

    const first = await open(fresh.url)
    await check(first, 'setup')
    await first.context().close()

    const beginner = await enter(newcomer, '/platform/files')
    await check(beginner, 'files without entries')
    await go(beginner, '/platform/trash')
    await check(beginner, 'trash without entries')
    await go(beginner, '/platform/recent-uploads')
    await check(beginner, 'recent without entries')
    await beginner.context().close()

    const page = await enter(owner, '/platform/files')
    const { keyboard } = page
    const shut = async () => {
      await keyboard.press('Escape')
      await page.locator('[role=menu], [role=dialog], [role=alertdialog]').first().waitFor({ state: 'detached' })
    }
    const opened = () => page.locator('[role=menu], [role=dialog], [role=alertdialog]').first().waitFor()
    await check(page, 'files')
    await page.getByRole('button', { name: 'Sort and view' }).click()
    await opened()
    await check(page, 'the menu of orders and views')
    await shut()
    await page.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }).click()
    await opened()
    await check(page, 'the menu that creates')
    await shut()
    await page
      .getByRole('button', { name: phone ? 'Account' : /My account|Open navigation/ })
      .filter({ visible: true })
      .first()
      .click()
    await opened()
    await check(page, 'account or drawer')
    await shut()
    const row = page.locator('[data-index="0"] [data-focus]')
    await row.focus()
    for (const key of ['Home', 'Shift+ArrowDown', 'Shift+ArrowDown']) await keyboard.press(key)
    await check(page, 'a selection')
    await row.focus()
    await keyboard.press('Home')
    await keyboard.press('Shift+F10')
    await opened()
    await check(page, 'the menu of a folder')
    await page
      .getByRole(phone ? 'button' : 'menuitem', { name: 'Move', exact: true })
      .filter({ visible: true })
      .last()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).waitFor()
    await check(page, 'the move dialog')
    await shut()
    await keyboard.press('?')
    await opened()
    await check(page, 'the sheet of keys')
    await shut()
    await keyboard.press('Alt+i')
    if (width < 1024) await opened()
    else await page.getByRole('complementary', { name: 'Details' }).waitFor()
    await check(page, 'details')
    if (width < 1024) await shut()
    else await keyboard.press('Alt+i')
    await keyboard.press('Escape')
    await keyboard.press('Alt+v')
    await page.locator('.file-tile').first().waitFor()
    await check(page, 'the grid')
    await keyboard.press('Alt+v')

    await slowUploads(page, 5_000)
    await dropFromDesktop(page, [upload], await middleOf(page, 'main'))
    await page.locator('[data-upload-panel="running"]').waitFor()
    await check(page, 'uploading')
    if (phone) await page.getByRole('button', { name: 'Show files' }).click()
    await check(page, 'the upload panel')
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await opened()
    await check(page, 'a question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
    await slowUploads(page, 0)

    for (const path of [`files/${hollow}`, 'recent-uploads', 'trash', 'files/00000000-0000-4000-8000-000000000000']) {
      await go(page, `/platform/${path}`)
      await check(page, path.replace(hollow, 'hollow').replace(/0000.*/, 'missing'))
    }

    await db.query('alter table items rename to items_away')
    try {
      await go(page, '/platform/files')
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
      await check(page, 'an error')
    } finally {
      await db.query('alter table items_away rename to items')
    }
    await page.context().close()
  })

  t.test('axe: every page folder was visited', async (t) => {
    t.ok(seen >= 30, `${seen} states were checked`)
    t.strictSame(browser.errors, [])
  })
}
