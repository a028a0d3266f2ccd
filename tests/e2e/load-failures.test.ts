import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { axeFaults, hydrated } from '../support/browser.ts'
import { chooseInMenu, row, rowHandle } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeShare, putFile } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'

/** Parts of a page that load after it: one that fails says so, and can be loaded again. */
const { app, browser, openFiles, newUser } = await filesTest(t)

const missing = 'Can’t reach the server.'

interface Failure {
  page: Page
  /** URLs of the requests that fail. */
  urls: string
  /** Makes the part load. */
  open: () => Promise<unknown>
  /** Element with the part. */
  part: Locator
  text: string
}

/** Lets the part fail, and fail again by its button, which keeps the focus; then loads it by the button. */
const failAndRetry = async (t: Test, { page, urls, open, part, text }: Failure) => {
  await page.route(urls, (route) => route.abort())
  await open()
  await part.getByRole('alert').getByText(text).waitFor()
  t.strictSame(await axeFaults(page), [])
  const again = part.getByRole('button', { name: 'Try again' })
  const failed = page.waitForEvent('requestfailed')
  await again.press('Enter')
  await failed
  await eventually(t, () => again.getAttribute('aria-busy'), null)
  t.ok(await again.evaluate((button) => button === document.activeElement), 'the button keeps the focus')
  await page.unroute(urls)
  await again.press('Enter')
  await part.getByText(text).waitFor({ state: 'detached' })
}

t.test('storage page: the size of the trash and the open uploads', async (t) => {
  const { person } = await newUser([], 1)
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  const open = () => page.goto(`${app.url}/user/settings/storage`)
  const main = page.getByRole('main')
  const trash = main.locator('p').filter({ has: page.getByRole('link', { name: 'Open trash' }) })
  await failAndRetry(t, { page, urls: '**/api/trash/summary', open, part: trash, text: missing })
  await trash.getByText('None of it is in the trash.').waitFor()
  const uploads = main.locator('section').filter({ has: page.getByRole('heading', { name: 'Uploads in progress' }) })
  await failAndRetry(t, { page, urls: '**/api/user/uploads', open, part: uploads, text: missing })
  await uploads.waitFor({ state: 'detached' })
})

t.test('details: activity, versions and the people of a team folder', async (t) => {
  const { person } = await newUser([])
  const { person: member } = await newUser([])
  const team = await teamWith(person, [[member, 'can_edit']])
  await putFile(person, 'plan.txt', 'one', team.id)
  const page = await openFiles(person, { path: `files/${team.id}`, width: 1440, prefs: { detail: true } })
  const details = page.getByRole('complementary', { name: 'Details' })
  await failAndRetry(t, {
    page,
    urls: '**/api/browse/activity/**',
    open: () => page.reload(),
    part: details.getByRole('region', { name: 'Activity' }),
    text: 'Couldn’t load activity.',
  })
  await details.getByText('Added “plan.txt”').waitFor()
  await failAndRetry(t, {
    page,
    urls: '**/api/items/*/versions',
    open: () => rowHandle(page, 'plan.txt').click(),
    part: details,
    text: missing,
  })

  const memberPage = await openFiles(member, { path: `files/${team.id}`, width: 1440, prefs: { detail: true } })
  const memberDetails = memberPage.getByRole('complementary', { name: 'Details' })
  await failAndRetry(t, {
    page: memberPage,
    urls: '**/api/teams/folders/*/members*',
    open: () => memberPage.reload(),
    part: memberDetails,
    text: missing,
  })
  await memberDetails.getByRole('region', { name: 'Members' }).waitFor()
})

t.test('share dialog: who can open an item without a link, and the QR code', async (t) => {
  const { person } = await newUser([])
  await putFile(person, 'alone.txt', 'one')
  const page = await openFiles(person)
  const dialog = page.getByRole('dialog')
  await failAndRetry(t, {
    page,
    urls: '**/api/items/*',
    open: async () => {
      await row(page, 'alone.txt').click({ button: 'right' })
      await chooseInMenu(page, 'Share')
    },
    part: dialog,
    text: 'Couldn’t load this.',
  })
  await dialog.getByText('Only you').waitFor()
  await page.keyboard.press('Escape')

  await makeShare(person, await putFile(person, 'shared.txt', 'one'))
  await row(page, 'shared.txt').click({ button: 'right' })
  await chooseInMenu(page, 'Edit sharing')
  await failAndRetry(t, {
    page,
    urls: '**/api/share/*/qr',
    open: () => dialog.getByRole('button', { name: 'QR & embed' }).click(),
    part: dialog,
    text: 'Couldn’t load this.',
  })
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
})

t.test('emoji picker: the emoji', async (t) => {
  const { person } = await newUser(['Plans'])
  const page = await openFiles(person)
  await row(page, 'Plans').click({ button: 'right' })
  await chooseInMenu(page, 'Organize', 'Customize')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Choose an emoji' }).waitFor()
  await page.waitForLoadState('networkidle')
  await failAndRetry(t, {
    page,
    urls: '**/assets/chunks/*.js',
    open: () => dialog.getByRole('button', { name: 'Choose an emoji' }).click(),
    part: dialog,
    text: 'Couldn’t load the emoji.',
  })
  await dialog.getByRole('button', { name: 'Smileys & emotion' }).waitFor()
})

t.test('a page whose texts are late says so, and goes on waiting for it', async (t) => {
  const { person } = await newUser(['Plans'])
  const page = await openFiles(person)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/translations/*', (route) => promise.then(() => route.continue()))
  await page.clock.install()
  await page.reload({ waitUntil: 'commit' })
  const notice = page.locator('#script-load-error')
  const isShown = async () => {
    await page.clock.fastForward(31_000)
    return notice.isVisible()
  }
  await eventually(t, isShown, true)
  resolve()
  await hydrated(page)
  t.notOk(await notice.isVisible())
})
