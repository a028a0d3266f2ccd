import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import t from 'tap'
import { ensureChromium } from '../../server/launch/chromium.mjs'
import { signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { axeFaults, hydrated, setCookies, testBrowser } from '../support/browser.ts'
import { dropFromDesktop, holdFromDesktop, middleOf, slowUploads } from '../support/desktop-drop.ts'
import { toastShown } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { deadlineMs, eventually, poll } from '../support/poll.ts'
import { randomBytes, seeded } from '../support/random.ts'
import { signInAgain } from '../support/sign-in.ts'
import { downloadedSha256, listAll, sha256 } from '../support/upload-queue.ts'

const app = await testApp(t, { pages: true })
const mebibyte = 2 ** 20
await app.coffer.platform.settings.set({ chunk_size: 1 })
const disk = testFolder(t)
const person = await signUp(app)
const random = seeded(3)

const write = (path: string, size: number): string => {
  const full = join(disk, path)
  mkdirSync(join(full, '..'), { recursive: true })
  const bytes = randomBytes(size, random)
  writeFileSync(full, bytes)
  return sha256(bytes)
}
const signedIn = async (context: BrowserContext, page: Page, path = '/platform/files') => {
  await setCookies(context, app.url, { as: person })
  await page.goto(app.url + path)
  await hydrated(page)
}
const phase = (page: Page, wanted: string) => page.locator(`[data-upload-panel="${wanted}"]`).waitFor()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const makeFolder = async (name: string): Promise<string> => {
  const answer = await person.client.post<{ data: { id: string } }>('/api/create-folder', { name })
  return answer.body.data.id
}
const names = async (folder: string | null) =>
  new Map((await listAll(person.client, folder)).map((item) => [item.attributes.name, item]))

t.test('uploads in the browser', async (t) => {
  const browser = await testBrowser(t)
  const page = await browser.visit(`${app.url}/platform/files`, { width: 1024, height: 800, as: person })
  page.on('dialog', (dialog) => dialog.accept())

  t.test('a dropped folder arrives with its tree, empty folders included', async (t) => {
    const wanted = new Map<string, string>()
    for (let at = 0; at < 120; at++) wanted.set(`n${at}.txt`, write(`Tree/d${at % 4}/n${at}.txt`, 100 + at))
    wanted.set('big.bin', write('Tree/big.bin', 3 * mebibyte + 7))
    mkdirSync(join(disk, 'Tree/d1/nothing/in here'), { recursive: true })
    writeFileSync(join(disk, 'Tree/.DS_Store'), 'x')
    writeFileSync(join(disk, 'Tree/hollow.txt'), '')
    await dropFromDesktop(page, [join(disk, 'Tree')], await middleOf(page, 'main'))
    await toastShown(page, '“Tree/hollow.txt” is empty and can’t be uploaded.')
    await phase(page, 'finished')
    await page.getByRole('heading', { name: '1 file was not uploaded' }).waitFor()
    await page.getByText('121 files uploaded', { exact: true }).filter({ visible: true }).first().waitFor()
    t.equal(await page.getByRole('button', { name: /^Retry/ }).count(), 0, 'another attempt would not help')
    const panel = page.locator('[data-upload-panel]')
    await panel.getByRole('button', { expanded: false }).click()
    await panel.getByText('“hollow.txt” is empty and can’t be uploaded.').waitFor()
    // The new folder appears without a reload.
    await page.locator('main').getByText('Tree', { exact: true }).waitFor()
    const tree = await names((await names(null)).get('Tree')!.id)
    t.strictSame([...tree.keys()].sort(), ['big.bin', 'd0', 'd1', 'd2', 'd3'])
    let exact = (await downloadedSha256(person.client, tree.get('big.bin')!)) === wanted.get('big.bin') ? 1 : 0
    for (const folder of ['d0', 'd1', 'd2', 'd3']) {
      const files = await names(tree.get(folder)!.id)
      for (const [name, item] of files) {
        if (item.type === 'folder') t.strictSame([...(await names(item.id)).keys()], ['in here'])
        else if ((await downloadedSha256(person.client, item)) === wanted.get(name)) exact += 1
      }
    }
    t.equal(exact, 121, 'byte for byte')
    await press(page, 'Close')
  })

  t.test('files held over the page: the overlay names the folder and stays until they are gone', async (t) => {
    const folder = await makeFolder('Held over')
    await page.goto(`${app.url}/platform/files/${folder}`)
    await hydrated(page)
    const overlay = page.getByText('Drop to upload into “Held over”')
    await page.evaluate(() => {
      const seen = { shown: 0, hidden: 0 }
      Object.assign(window, { overlays: seen })
      new MutationObserver((changes) => {
        const overlays = (nodes: NodeList) =>
          Array.from(nodes).filter((node) => node.textContent?.includes('Held over'))
        for (const { addedNodes, removedNodes } of changes) {
          seen.shown += overlays(addedNodes).length
          seen.hidden += overlays(removedNodes).length
        }
      }).observe(document.body, { childList: true })
    })
    const held = holdFromDesktop(page, [join(disk, 'Tree/big.bin')], await middleOf(page, 'main'), 1_500)
    await overlay.waitFor()
    await held
    const seen = () => page.evaluate(() => (window as unknown as { overlays: object }).overlays)
    t.same(await seen(), { shown: 1, hidden: 0 })
    await page.dispatchEvent('main', 'dragleave')
    await overlay.waitFor({ state: 'detached' })
    t.same(await seen(), { shown: 1, hidden: 1 })
  })

  t.test('pause, leave the page, resume, cancel', async (t) => {
    const id = await makeFolder('Slow')
    await page.goto(`${app.url}/platform/files/${id}`)
    await hydrated(page)
    const hash = write('slow.bin', 20 * mebibyte)
    write('never.bin', 20 * mebibyte)
    await slowUploads(page, mebibyte)
    await dropFromDesktop(
      page,
      ['slow.bin', 'never.bin'].map((name) => join(disk, name)),
      await middleOf(page, 'main'),
    )
    await phase(page, 'running')
    await page.waitForFunction(() => /^\(\d+%\)/.test(document.title))
    await page.getByRole('progressbar', { name: 'All uploads' }).waitFor()
    t.strictSame(await axeFaults(page), [], 'axe: while it runs')
    await press(page, 'Pause slow.bin')
    await page
      .getByText(/^Paused/)
      .first()
      .waitFor()
    await press(page, 'Cancel never.bin')
    await phase(page, 'paused')
    await press(page, 'Resume slow.bin')
    await phase(page, 'running')
    await page.locator('a[href="/platform/recent-uploads"]').first().click()
    await page.waitForURL('**/platform/recent-uploads')
    await phase(page, 'running')
    await slowUploads(page, 0)
    await phase(page, 'finished')
    const files = await names(id)
    t.strictSame([...files.keys()], ['slow.bin'], 'the cancelled one does not exist')
    t.equal(await downloadedSha256(person.client, files.get('slow.bin')!), hash)
    await eventually(t, async () => /%/.test(await page.title()), false)
    await press(page, 'Close')
    await page.locator('[data-upload-panel]').waitFor({ state: 'detached' })
  })

  t.test('name conflicts: resolved file by file', async (t) => {
    const id = await makeFolder('Twice')
    await page.goto(`${app.url}/platform/files/${id}`)
    await hydrated(page)
    const paths = ['keep.txt', 'replace.txt', 'skip.txt'].map((name) => join(disk, name))
    const drop = async (size: number) => {
      for (const path of paths) writeFileSync(path, 'x'.repeat(size))
      await dropFromDesktop(page, paths, await middleOf(page, 'main'))
    }
    await drop(10)
    await phase(page, 'finished')
    await press(page, 'Close')
    await drop(20)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: '3 files already exist' }).waitFor()
    t.strictSame(await axeFaults(page), [], 'axe: the dialog')
    await dialog.getByLabel('Apply to all').uncheck()
    const choose = async (file: string, choice: string) =>
      dialog
        .getByRole('group', { name: `What to do with ${file}` })
        .getByText(choice, { exact: true })
        .click()
    await choose('replace.txt', 'Replace')
    await choose('skip.txt', 'Skip')
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await phase(page, 'finished')
    const files = (await listAll(person.client, id)).map(({ attributes: { name, size } }) => `${name} ${size}`)
    t.equal(files.length, 4, files.join(', '))
    for (const file of ['keep.txt 10', 'replace.txt 20', 'skip.txt 10']) t.ok(files.includes(file), file)
    await press(page, 'Close')
    await drop(20)
    await dialog.getByRole('button', { name: 'Skip all' }).click()
    await page.getByRole('heading', { name: '3 files skipped' }).waitFor()
  })

  t.test(
    'an ended session: signed in again in a new tab, uploads go on; interrupted ones can be discarded',
    async (t) => {
      const id = await makeFolder('Signed out')
      await page.goto(`${app.url}/platform/files/${id}`)
      await hydrated(page)
      write('cut.bin', 12 * mebibyte)
      await slowUploads(page, mebibyte)
      const third = page.waitForRequest(/upload\/chunks\?.*offset=2097152/)
      await dropFromDesktop(page, [join(disk, 'cut.bin')], await middleOf(page, 'main'))
      await third
      await page.context().clearCookies()
      await signInAgain(page, person)
      await phase(page, 'running')
      await page.reload()
      await slowUploads(page, 0)
      const banner = page.getByText('1 upload was interrupted')
      await banner.waitFor()
      const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await press(page, 'Discard')
      const question = page.getByRole('alertdialog')
      await question.getByText('Everything sent so far is deleted.').waitFor()
      await question.getByRole('button', { name: 'Discard' }).click()
      t.equal((await gone).status(), 204)
      await page.reload()
      await hydrated(page)
      await page.waitForTimeout(600)
      t.equal(await page.getByText('interrupted').count(), 0)
    },
  )

  t.strictSame(browser.errors, [])
})

t.test('#15: a reopened browser resumes the same file, at most one chunk is sent twice', async (t) => {
  const id = await makeFolder('Resumed')
  const size = 12 * mebibyte
  const hash = write('film.bin', size)
  const profile = testFolder(t)
  const offsets: number[] = []
  const open = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: ensureChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
    })
    t.teardown(() => context.close())
    context.setDefaultTimeout(deadlineMs)
    const page = context.pages()[0] ?? (await context.newPage())
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/upload/chunks' && request.method() === 'POST')
        offsets.push(Number(url.searchParams.get('offset')))
    })
    await signedIn(context, page, `/platform/files/${id}`)
    return { context, page }
  }
  const first = await open()
  await slowUploads(first.page, mebibyte)
  await dropFromDesktop(first.page, [join(disk, 'film.bin')], await middleOf(first.page, 'main'))
  await poll(
    async () => offsets.length,
    (sent) => sent >= 7,
  )
  await first.context.close()
  const reached = offsets.length

  const { page } = await open()
  await page.getByText('1 upload was interrupted').waitFor()
  t.strictSame(await axeFaults(page), [])
  await dropFromDesktop(page, [join(disk, 'film.bin')], await middleOf(page, '[data-upload-panel] ul'))
  await phase(page, 'finished')
  t.ok(offsets.length <= size / mebibyte + 1, `${reached} chunks before, ${offsets.length - reached} after, of 12`)
  const files = await names(id)
  t.strictSame([...files.keys()], ['film.bin'])
  t.equal(await downloadedSha256(person.client, files.get('film.bin')!), hash)
  await eventually(t, () => page.getByText('interrupted').count(), 0)
})
