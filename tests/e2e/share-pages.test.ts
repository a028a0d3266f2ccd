import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { toastWithText } from '../support/journey.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeReport, makeShare, putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app, { name: 'Jane Cooper' })
const password = 'harbour at dawn'
const week = 168

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** As the button of the theme does, and for the system's own controls. */
const setTheme = async (page: Page, theme: string) => {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value
  }, theme)
}
const revoke = (token: string) => owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })

t.test('share link to a protected folder: unlock, browse, download, edit; 404 once revoked', async (t) => {
  const folder = await makeReport(owner)
  const { token } = await makeShare(
    owner,
    { id: folder, type: 'folder' },
    { permission: 'editor', password, expiration: week },
  )
  const page = await browser.visit(`${app.url}/share/${token}`)
  t.match(page.url(), /\/authenticate$/)
  t.equal(await page.getByText('Annual report').count(), 0, 'a locked link names nothing')
  t.strictSame(await axeFaults(page), [])
  const secret = page.getByRole('textbox', { name: 'Password' })
  await secret.press('Enter')
  t.equal(await secret.evaluate((input) => input.matches(':focus:user-invalid')), true, 'the browser asks for it')
  await secret.fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong password.').waitFor()
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Annual report' }).waitFor()
  await hydrated(page)
  await page.getByText('From Jane Cooper').waitFor()
  await page.getByText(/^Until /).waitFor()
  t.strictSame(await axeFaults(page), [])

  await page.getByRole('link', { name: 'Figures.txt', exact: true }).click()
  await page.getByText('one, two, three').waitFor()
  t.strictSame(await axeFaults(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const archive = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all' }).click()
  t.match((await archive).suggestedFilename(), /Annual report\.zip$/)

  const field = page.getByRole('searchbox', { name: 'Search this folder' })
  await field.fill('inside')
  await page.getByRole('search').getByRole('link', { name: 'Inside.txt' }).waitFor()
  await field.press('Escape')
  await page.getByRole('search').getByRole('link').first().waitFor({ state: 'detached' })
  await field.fill('figures')
  await field.press('Enter')
  await page.getByText('one, two, three').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  await (await chooser).setFiles({ name: 'From me.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') })
  await row(page, 'From me.txt').waitFor()
  await page.getByText('3 items', { exact: true }).waitFor()

  await row(page, 'From me.txt').getByRole('button', { name: 'Actions for From me.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Sent by me.txt')
  await page.keyboard.press('Enter')
  await row(page, 'Sent by me.txt').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Notes')
  await page.keyboard.press('Enter')
  await row(page, 'Notes').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await row(page, 'Sent by me.txt').getByRole('button', { name: 'Actions for Sent by me.txt' }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Notes' }).click()
  const moved = page.waitForResponse((answer) => answer.url().includes('/api/sharing/move/'))
  await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click()
  await row(page, 'Sent by me.txt').waitFor({ state: 'detached' })
  t.equal((await moved).ok(), true)

  await row(page, 'Figures.txt').getByRole('button', { name: 'Actions for Figures.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await row(page, 'Figures.txt').waitFor({ state: 'detached' })
  await toastWithText(page, '“Figures.txt” deleted').getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Figures.txt').waitFor()

  await row(page, 'Notes').getByRole('link', { name: 'Notes', exact: true }).click()
  await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor()
  await row(page, 'Sent by me.txt').waitFor()

  await revoke(token)
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Annual report' }).click()
  const main = page.getByRole('main')
  await main.getByText('404').waitFor()
  t.equal(await main.getByText('Annual report').count(), 0)
  t.strictSame(browser.errors, [])
})

t.test('share link without JavaScript: unlock, browse, sort, page, download', async (t) => {
  const folder = await makeReport(owner)
  for (let number = 1; number <= 55; number += 1)
    await makeFolder(owner, `Chapter ${String(number).padStart(2, '0')}`, folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { password })
  const page = await browser.visit(`${app.url}/share/${token}`, { scripts: false })
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('Wrong password.').waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Annual report' }).waitFor()

  await page.getByText('1–30 of 57').waitFor()
  await page.getByRole('link', { name: 'Show more' }).click()
  await page.getByText('31–57 of 57').waitFor()
  await row(page, 'Figures.txt').waitFor()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await page.getByText('1–30 of 57').waitFor()
  await page.getByRole('row').nth(1).filter({ hasText: 'Chapter 55' }).waitFor()
  await page.getByRole('link', { name: 'Grid' }).click()
  await page.getByRole('link', { name: 'List' }).waitFor()
  await page.goto(`${app.url}/share/${token}/files/${folder}`)
  await page.getByRole('link', { name: 'Appendix', exact: true }).click()
  await page.getByRole('heading', { name: 'Appendix', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await page.getByRole('heading', { name: 'Appendix', exact: true }).waitFor()
  t.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
  await page.getByRole('button', { name: 'Deutsch', exact: true }).click()
  await page.getByRole('link', { name: 'Inside.txt herunterladen' }).waitFor()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Inside.txt' }).click()
  t.equal((await download).suggestedFilename(), 'Inside.txt')
  await revoke(token)
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Annual report' }).click()
  await page.getByRole('main').getByText('404').waitFor()
  t.equal(await page.getByRole('main').getByText('Annual report').count(), 0)
})

t.test('share link to a file: by keyboard, on a phone, dark theme', async (t) => {
  const file = await putFile(owner, 'Letter of intent.txt', 'We intend to.')
  const { token } = await makeShare(owner, { id: file.id, type: 'file' }, { expiration: week })
  const check = async (page: Page, name: string) => {
    await page.getByRole('heading', { name: 'Letter of intent.txt' }).waitFor()
    t.strictSame(await axeFaults(page), [], name)
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing overflows')
    await picture(page, `share-file-${name}`)
  }
  const phone = await browser.visit(`${app.url}/share/${token}`, { width: 390 })
  t.match(phone.url(), /\/file$/)
  await check(phone, '390-light')
  await setTheme(phone, 'dark')
  await check(phone, '390-dark')
  const page = await browser.visit(`${app.url}/share/${token}`, { theme: 'dark' })
  await check(page, '1440-dark')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('Tab')
  await eventually(t, focused, 'Skip to content')
  await page.keyboard.press('Tab')
  await eventually(t, focused, 'Download')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('We intend to.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

t.test('share link to a folder: three widths, both themes', async (t) => {
  const { token } = await makeShare(owner, { id: await makeReport(owner), type: 'folder' })
  for (const widths of [[390], [1024, 1440]]) {
    const page = await browser.visit(`${app.url}/share/${token}`, { width: widths[0] ?? 0 })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of ['light', 'dark']) {
        await setTheme(page, theme)
        t.strictSame(await axeFaults(page), [], `${width} ${theme}`)
        t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing overflows')
        await picture(page, `share-folder-${width}-${theme}`)
      }
    }
  }
})

t.test(
  'share link to a folder as a grid: names have the tile’s width, names and sizes do not reach over the buttons, in both directions',
  async (t) => {
    const folder = await makeFolder(owner, 'Long names')
    await putFile(owner, `${'Quarterly figures of the northern region '.repeat(4)}.txt`, 'one', folder)
    /** How far the name or the size reaches over the nearest button, and how much narrower than its tile the name is. */
    const measured = (page: Page) =>
      page.evaluate(() => {
        const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect
        const name = boxOf('.share-row > :first-child a')
        const size = document.createRange()
        size.selectNodeContents(document.querySelector('.share-row p') as Element)
        const buttons = [...document.querySelectorAll('.share-row > :last-child > *')].map((b) =>
          b.getBoundingClientRect(),
        )
        const over = [name, size.getBoundingClientRect()].flatMap((text) =>
          buttons.map((at) =>
            Math.min(
              Math.min(text.right, at.right) - Math.max(text.left, at.left),
              Math.min(text.bottom, at.bottom) - Math.max(text.top, at.top),
            ),
          ),
        )
        return { over: Math.round(Math.max(...over)), narrower: Math.round(boxOf('.share-row').width - name.width) }
      })
    const links = await Promise.all(
      ['visitor', 'editor'].map((permission) => makeShare(owner, { id: folder, type: 'folder' }, { permission })),
    )
    const [visitors, editors] = links.map(({ token }) => `${app.url}/share/${token}/files/${folder}?display=grid`)
    for (const width of [1440, 390]) {
      const page = await browser.visit(visitors ?? '', { width })
      for (const permission of ['visitor', 'editor']) {
        if (permission === 'editor') {
          await page.goto(editors ?? '')
          await page.getByRole('button', { name: /^Actions for/ }).waitFor()
        }
        for (const direction of ['ltr', 'rtl']) {
          await page.evaluate((dir) => {
            document.documentElement.dir = dir
          }, direction)
          const { over, narrower } = await measured(page)
          t.ok(over <= 0, `${permission}, ${width} px, ${direction}: ${over} px over a button`)
          t.ok(narrower <= 30, `${permission}, ${width} px, ${direction}: ${narrower} px narrower`)
        }
      }
    }
    t.strictSame(browser.errors, [])
  },
)

t.test('share link search: Enter before the response applies to the query typed then', async (t) => {
  const { token } = await makeShare(owner, { id: await makeReport(owner), type: 'folder' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  const field = page.getByRole('searchbox', { name: 'Search this folder' })
  const hit = page.getByRole('search').getByRole('link', { name: 'Figures.txt' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/sharing/search/**', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await field.fill('figures')
  await field.press('Enter')
  await field.press('Escape')
  release()
  await field.fill('figures')
  await hit.waitFor()
  await page.waitForTimeout(300)
  t.ok(await hit.isVisible(), 'Enter was not pressed for it')
  t.equal(await page.getByRole('dialog').count(), 0)
  await field.press('Enter')
  await page.getByText('one, two, three').waitFor()
})
