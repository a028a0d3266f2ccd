import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { hydrated, picture, testBrowser } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { dropFromDesktop, middleOf } from '../support/desktop-drop.ts'
import { testFolder } from '../support/folders.ts'
import { mailedLink } from '../support/mail.ts'
import { factsOf, writeBigFile, writeRealFiles } from '../support/real-files.ts'
import { testServer } from '../support/server.ts'
import { soon, until } from '../support/soon.ts'
import { differences, storedFiles } from '../support/stored.ts'

t.setTimeout(900_000)
const server = await testServer(t)
const browser = await testBrowser(t)
const disk = testFolder(t)

const db = new pg.Client({ connectionString: server.databaseUrl ?? '' })
await db.connect()
await db.query(`insert into settings (name, value) values ('user_verification', '1')
  on conflict (name) do update set value = excluded.value`)
await db.end()

interface Person {
  name: string
  email: string
  password: string
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const row = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name }).first()
const gone = (page: Page, name: string) => row(page, name).waitFor({ state: 'detached' })
const toast = (page: Page, text: string | RegExp) => page.locator('section[aria-live] > div').filter({ hasText: text })
const uploaded = async (page: Page, files: number) => {
  await page.locator('[data-upload-panel="finished"]').waitFor({ timeout: 480_000 })
  await page.getByRole('heading', { name: `${files.toLocaleString('en')} files uploaded` }).waitFor()
}
/** The screen shows a change before the server has made it. */
const settled = async (t: Test, session: Client, files: number, what: string) => {
  // A folder may go while its tree is walked.
  const count = async () => (await storedFiles(session, null).catch(() => new Map())).size
  await soon(t, count, files, what)
}
const sessionOf = async (page: Page) => new Client(server.url).withCookies(await page.context().cookies())

/** Sign up, open the mailed link, sign in. */
const arrive = async (page: Page, person: Person, shot: string) => {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Repeat password').fill(person.password)
  await picture(page, `${shot}-1-sign-up`)
  await press(page, 'Create account')
  await page.waitForURL('**/successfully-send')
  await page.goto(await mailedLink(server.dataDir, person.email, '/api/user/verify/'))
  await page.waitForURL('**/successfully-verified')
  await picture(page, `${shot}-2-verified`)
  await page.goto(`${server.url}/sign-in`)
  await hydrated(page)
  await page.getByLabel('E-mail').fill(person.email)
  await press(page, 'Continue')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Log in')
  await page.waitForURL('**/platform/files')
  await hydrated(page)
  await page.getByText('Upload your first file').waitFor()
  await picture(page, `${shot}-3-empty`)
}

/** After signing out nothing is to be seen, in this browser or with its old cookies. */
const refused = async (t: Test, page: Page, session: Client, fileUrl: string | null | undefined) => {
  await page.waitForURL(`${server.url}/`)
  await page.goto(`${server.url}/platform/files`)
  t.equal(new URL(page.url()).pathname, '/sign-in')
  t.equal((await session.get('/api/user')).status, 401, 'the old session is dead')
  const url = new URL(fileUrl ?? '', server.url)
  t.not((await session.fetch(url.pathname + url.search)).status, 200, 'the address of a file too')
  t.strictSame(browser.errors, [])
}

t.test('on a laptop: a thousand files and one of 2 GiB', async (t) => {
  const person = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine notes' }
  const wanted = await writeRealFiles(join(disk, 'Archive'), 1000)
  const big = await writeBigFile(join(disk, 'film.mov'), 2048)
  const page = await browser.visit(`${server.url}/sign-up`, { width: 1280, height: 800 })
  page.on('dialog', (dialog) => dialog.accept())
  await arrive(page, person, 'laptop')

  await t.test('upload', async (t) => {
    const started = Date.now()
    await dropFromDesktop(page, [join(disk, 'Archive')], await middleOf(page, 'main'))
    await page.locator('[data-upload-panel="running"]').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'Create')
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await (await chooser).setFiles(join(disk, 'film.mov'))
    await page.waitForFunction(() => /^\((1\d|[2-9]\d)%\)/.test(document.title), null, { timeout: 480_000 })
    await picture(page, 'laptop-4-uploading')
    await uploaded(page, 1001)
    t.comment(`1,001 files with ${2048} MiB and more in ${((Date.now() - started) / 1000).toFixed(1)} s`)
    await row(page, 'Archive').waitFor()
    await row(page, 'film.mov').waitFor()
    await picture(page, 'laptop-5-uploaded')
    await press(page, 'Close')
  })

  await t.test('all is there, byte for byte', async (t) => {
    const stored = await storedFiles(await sessionOf(page), null)
    const expected = new Map([...wanted].map(([path, facts]) => [`Archive/${path}`, facts]))
    expected.set('film.mov', big)
    t.equal(stored.size, 1001)
    t.strictSame(await differences(await sessionOf(page), stored, expected), [])
  })

  await t.test('through the browser', async (t) => {
    await row(page, 'Archive').dblclick()
    await page.getByRole('heading', { name: 'Archive' }).waitFor()
    await row(page, 'Photos').dblclick()
    await page.getByRole('heading', { name: 'Photos' }).waitFor()
    const name = await until(
      () => page.locator('[data-index] a[download]').first().innerText(),
      (name) => wanted.has(`Photos/${name}`),
    )
    await row(page, name).click()
    await picture(page, 'laptop-6-folder')
    const download = page.waitForEvent('download')
    await press(page, 'Download')
    const got = await download
    t.equal(got.suggestedFilename(), name)
    t.strictSame(await factsOf(createReadStream(await got.path())), wanted.get(`Photos/${name}`))
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { name: 'My Files' }).waitFor()
  })

  await t.test('rename, move, trash, undo, restore, empty', async (t) => {
    await row(page, 'film.mov').click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ferien am See.mov')
    await page.keyboard.press('Enter')
    await row(page, 'Ferien am See.mov').waitFor()

    await row(page, 'Ferien am See.mov').locator('[data-focus]').dragTo(row(page, 'Archive'))
    await toast(page, 'moved to Archive').waitFor()
    await gone(page, 'Ferien am See.mov')
    await picture(page, 'laptop-7-moved')
    const session = await sessionOf(page)
    // The screen is ahead of the server.
    const stored = async () => (await storedFiles(session, null)).get('Archive/Ferien am See.mov')
    const film = await until(stored, Boolean)
    t.equal(film?.attributes.size, big.size, 'renamed and moved on the server too')

    await row(page, 'Archive').click()
    await page.keyboard.press('Delete')
    await gone(page, 'Archive')
    await toast(page, 'moved to the trash').getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Archive').waitFor()
    await settled(t, session, 1001, 'undone, whole')

    await row(page, 'Archive').click()
    await page.keyboard.press('Delete')
    await gone(page, 'Archive')
    await page.locator('a[href="/platform/trash"]').first().click()
    await page.waitForURL('**/platform/trash')
    await row(page, 'Archive').click()
    await picture(page, 'laptop-8-trash')
    await press(page, 'Restore')
    await gone(page, 'Archive')
    await page.locator('a[href="/platform/files"]').first().click()
    await row(page, 'Archive').waitFor()
    await settled(t, session, 1001, 'restored, whole')

    await row(page, 'Archive').click()
    await page.keyboard.press('Delete')
    await gone(page, 'Archive')
    await page.locator('a[href="/platform/trash"]').first().click()
    await row(page, 'Archive').waitFor()
    await press(page, 'Empty trash')
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await picture(page, 'laptop-9-confirm')
    await question.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByText('Your trash is empty').waitFor()
    await settled(t, session, 0, 'nothing is left')

    await press(page, 'Log out')
    await refused(t, page, session, film?.attributes.file_url)
  })
})

t.test('on a phone: fifty files, by touch', async (t) => {
  const person = { name: 'Grace Hopper', email: 'grace@example.org', password: 'nanoseconds of copper wire' }
  const wanted = await writeRealFiles(join(disk, 'Reise'), 50, 2)
  const expected = new Map([...wanted].map(([path, facts]) => [`Reise/${path}`, facts]))
  const page = await browser.visit(`${server.url}/sign-up`, { width: 390, height: 844 })
  page.on('dialog', (dialog) => dialog.accept())
  await arrive(page, person, 'phone')
  const tap = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().tap()
  /** A line of the sheet that a row's “…” opens. */
  const deed = async (name: string, what: string) => {
    await row(page, name)
      .getByRole('button', { name: `Actions for ${name}` })
      .tap()
    const line = page.getByRole('dialog').getByRole('button', { name: what, exact: true })
    await line.waitFor()
    await picture(page, `phone-sheet-${what.toLowerCase().replaceAll(' ', '-')}`)
    await line.tap()
    await page.getByRole('dialog', { name: 'Actions' }).waitFor({ state: 'detached' })
  }
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).filter({ visible: true }).tap()

  const chooser = page.waitForEvent('filechooser')
  await tap('Create')
  await picture(page, 'phone-4-create')
  await page.getByRole('button', { name: 'Upload folder' }).tap()
  await (await chooser).setFiles(join(disk, 'Reise'))
  await uploaded(page, 50)
  await picture(page, 'phone-5-uploaded')
  await tap('Close')
  const session = await sessionOf(page)
  const stored = await storedFiles(session, null)
  t.strictSame(await differences(session, stored, expected), [], 'byte for byte')

  await row(page, 'Reise').tap()
  await page.getByRole('heading', { name: 'Reise' }).waitFor()
  await page.locator('[data-index]').first().waitFor()
  await picture(page, 'phone-6-folder')
  const path = [...wanted.keys()].find((path) => !path.includes('/')) ?? ''
  const download = page.waitForEvent('download')
  await deed(path, 'Download')
  t.strictSame(await factsOf(createReadStream(await (await download).path())), wanted.get(path))

  await deed(path, 'Rename')
  await page.getByRole('textbox', { name: 'Name' }).fill('Unterwegs.txt')
  await picture(page, 'phone-7-rename')
  await tap('Save changes')
  await row(page, 'Unterwegs.txt').waitFor()
  await deed('Unterwegs.txt', 'Move')
  await page.getByRole('dialog').getByText('Photos', { exact: true }).tap()
  await picture(page, 'phone-8-move')
  await tap('Move here')
  await gone(page, 'Unterwegs.txt')
  const moved = async () => (await storedFiles(session, null)).get('Reise/Photos/Unterwegs.txt')
  t.equal((await until(moved, Boolean))?.attributes.size, wanted.get(path)?.size)

  await section('Files')
  await page.getByRole('heading', { name: 'My Files' }).waitFor()
  await deed('Reise', 'Delete')
  await gone(page, 'Reise')
  await picture(page, 'phone-9-undo')
  await toast(page, 'moved to the trash').getByRole('button', { name: 'Undo' }).tap()
  await row(page, 'Reise').waitFor()
  await settled(t, session, 50, 'undone, whole')
  await deed('Reise', 'Delete')
  await gone(page, 'Reise')
  await settled(t, session, 0, 'in the trash')

  const toTrash = async () => {
    await tap('Open navigation')
    await page.getByRole('dialog').getByRole('link', { name: 'Trash' }).tap()
    await page.waitForURL('**/platform/trash')
    await page.getByRole('heading', { name: 'Trash' }).waitFor()
  }
  await toTrash()
  await deed('Reise', 'Restore')
  await gone(page, 'Reise')
  await settled(t, session, 50, 'restored, whole')
  await section('Files')
  await deed('Reise', 'Delete')
  await gone(page, 'Reise')
  await settled(t, session, 0, 'in the trash again')
  await toTrash()
  await row(page, 'Reise').waitFor()
  await picture(page, 'phone-10-trash')
  await tap('Empty trash')
  await page.getByRole('alertdialog').waitFor()
  await picture(page, 'phone-11-confirm')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).tap()
  await page.getByText('Your trash is empty').waitFor()
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'nothing sticks out')

  await tap('Account')
  await picture(page, 'phone-12-account')
  await page.getByRole('button', { name: 'Log out' }).tap()
  await refused(t, page, session, stored.values().next().value?.attributes.file_url)
})
