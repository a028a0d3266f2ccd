import pg from 'pg'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { hydrated, picture, testBrowser } from './browser.ts'
import { Client } from './client.ts'
import { testFolder } from './folders.ts'
import { mailedLink } from './mail-folder.ts'
import { eventually } from './poll.ts'
import { testServer } from './server.ts'
import { storedFiles } from './stored-files.ts'

interface Person {
  name: string
  email: string
  password: string
}

export const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()
export const rowWithText = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name }).first()
export const rowDetached = (page: Page, name: string) => rowWithText(page, name).waitFor({ state: 'detached' })
export const toastWithText = (page: Page, text: string | RegExp) =>
  page.locator('section[aria-live] > div').filter({ hasText: text })

/** A server process with email verification, a browser, a local folder, and the steps that all journeys share. */
export const startJourney = async (t: Test) => {
  // Whether a tree has settled is asked more often than people may ask.
  const server = await testServer(t, { env: { API_RATE_LIMIT: '0,0' } })
  const browser = await testBrowser(t, { motion: true })
  const disk = testFolder(t)

  const db = new pg.Client({ connectionString: server.databaseUrl ?? '' })
  await db.connect()
  await db.query(`insert into settings (name, value) values ('user_verification', '1')
  on conflict (name) do update set value = excluded.value`)
  await db.end()

  /** Waits for the end of the uploads, whose number the panel tells. */
  const uploaded = (page: Page, heading: string | RegExp) =>
    page.locator('[data-upload-panel="finished"]').getByRole('heading', { name: heading }).waitFor({ timeout: 200_000 })
  /** Waits until the server has this many files: the page shows a change before the server has made it. */
  const settled = async (t: Test, session: Client, files: number, what: string) => {
    // A folder may be deleted while its tree is listed.
    const count = async () => (await storedFiles(session, null).catch(() => new Map())).size
    await eventually(t, count, files, what)
  }
  const sessionOf = async (page: Page) => new Client(server.url).withCookies(await page.context().cookies())

  /** Signs up, opens the link in the email, signs in. */
  const arrive = async (page: Page, person: Person, shot: string) => {
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Full name').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Repeat password').fill(person.password)
    await picture(page, `${shot}-1-sign-up`)
    await pressButton(page, 'Create account')
    await page.waitForURL('**/successfully-send')
    await page.goto(await mailedLink(server.dataDir, person.email, '/api/user/verify/'))
    await page.waitForURL('**/sign-in?verification=*')
    await hydrated(page)
    await page.getByText('Sign in to confirm your email').waitFor()
    await picture(page, `${shot}-2-link`)
    await page.getByLabel('Email').fill(person.email)
    await pressButton(page, 'Continue')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await pressButton(page, 'Sign in')
    await page.waitForURL('**/platform/files')
    await hydrated(page)
    await page.getByText('Upload your first file').waitFor()
    await picture(page, `${shot}-3-empty`)
  }

  /** Asserts that nothing is accessible after sign-out, in this browser or with its old cookies. */
  const expectSignedOut = async (t: Test, page: Page, session: Client, fileUrl: string | null | undefined) => {
    await page.waitForURL(`${server.url}/`)
    await page.goto(`${server.url}/platform/files`)
    t.equal(new URL(page.url()).pathname, '/sign-in')
    t.equal((await session.get('/api/user')).status, 401, 'the old session is invalid')
    const url = new URL(fileUrl ?? '', server.url)
    t.not((await session.fetch(url.pathname + url.search)).status, 200, 'the URL of a file too')
    t.strictSame(browser.errors, [])
  }
  return { server, browser, disk, uploaded, settled, sessionOf, arrive, expectSignedOut }
}
