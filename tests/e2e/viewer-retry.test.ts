import type { Page } from 'playwright-core'
import t from 'tap'
import { axeFaults } from '../support/browser.ts'
import { row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf, tinyPhoto } from '../support/tiny-files.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/**
 * Aborts requests while their URL matches `blocked`. A route that is taken away while requests are under way can leave
 * one of them without an answer.
 */
const blockable = async (page: Page) => {
  const state: { blocked: RegExp | null } = { blocked: null }
  await page.route(/\/(assets|file)\//, (route) =>
    state.blocked?.test(route.request().url()) ? route.abort() : route.continue(),
  )
  return state
}

t.test('viewer: a preview whose code or file failed to load is loaded again', async (t) => {
  const { person } = await newUser([])
  await putFile(person, 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>')
  await putFile(person, 'b.pdf', tinyPdf(['The first speaks of apples']))
  await putFile(person, 'c.txt', 'We intend to.')
  const page = await openFiles(person, { view: { sorting: { field: 'name', direction: 'ASC' } } })
  await row(page, 'c.txt').dblclick()
  await viewer(page, 'c.txt').getByText('We intend to.').waitFor()
  const problem = page.getByRole('alert').getByText('Couldn’t load the file')
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  const network = await blockable(page)

  network.blocked = /\/assets\//
  await page.keyboard.press('ArrowLeft')
  await viewer(page, 'b.pdf').waitFor()
  await problem.waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Download' }).waitFor()
  network.blocked = null
  await page.keyboard.press('ArrowRight')
  await viewer(page, 'c.txt').getByText('We intend to.').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.locator('.textLayer').getByText('of apples').waitFor()
  t.equal(
    await page.locator('.pdf-frame .pdfViewer').evaluate((frame) => getComputedStyle(frame).paddingTop),
    '12px',
    'with its stylesheet',
  )

  network.blocked = /\/assets\/.*\.js$/
  await page.keyboard.press('ArrowLeft')
  await viewer(page, 'a.svg').waitFor()
  await problem.waitFor()
  network.blocked = /\/file\//
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/file/'))
  await again.press('Enter')
  await failed
  await problem.waitFor()
  network.blocked = /\/file\//
  const failedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('/file/'))
  await again.press('Enter')
  await failedAgain
  await eventually(t, () => again.getAttribute('aria-busy'), null)
  t.ok(await again.evaluate((button) => button === document.activeElement), 'the button keeps the focus')
  network.blocked = null
  await again.press('Enter')
  await page.locator('[data-frame] img').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('viewer: where its own code cannot be loaded, it says so, offers the file and loads again', async (t) => {
  const { person } = await newUser([])
  await putFile(person, 'c.txt', 'We intend to.')
  const page = await openFiles(person)
  const network = await blockable(page)
  network.blocked = /\/assets\/.*\.js$/
  await row(page, 'c.txt').dblclick()
  const problem = page.getByRole('alert').filter({ hasText: 'Couldn’t load the file' })
  const downloading = page.waitForEvent('download')
  await problem.getByRole('button', { name: 'Download' }).click()
  t.equal((await downloading).suggestedFilename(), 'c.txt')
  t.same(await axeFaults(page), [])
  // The keys of the covered list would act on what is selected there.
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await problem.waitFor({ state: 'detached' })
  await row(page, 'c.txt').and(page.locator(':focus, :has(:focus)')).press('Enter')
  await problem.waitFor()
  network.blocked = null
  await problem.getByRole('button', { name: 'Try again' }).click()
  await viewer(page, 'c.txt').getByText('We intend to.').waitFor()
})

t.test('viewer: a stylesheet that stays missing is missed by what needs it only', async (t) => {
  const { person } = await newUser([])
  await putFile(person, 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>')
  await putFile(person, 'b.pdf', tinyPdf(['The first speaks of apples']))
  const page = await openFiles(person, { view: { sorting: { field: 'name', direction: 'ASC' } } })
  // An element that an extension of the browser may insert.
  await page.evaluate(() => {
    const link = document.createElement('link')
    const { nonce } = document.querySelector('script[nonce]') as HTMLElement
    Object.assign(link, { rel: 'stylesheet', href: '/assets/nothing.css', nonce })
    document.head.append(link)
    return new Promise((resolve) => link.addEventListener('error', resolve))
  })
  const requested: string[] = []
  await page.route(/pdf[^/]*\.css$/, (route) => {
    requested.push(route.request().url())
    return route.abort()
  })
  await row(page, 'b.pdf').dblclick()
  const problem = page.getByRole('alert').getByText('Couldn’t load the file')
  await problem.waitFor()
  t.ok(requested.length >= 2, 'requested again')
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-frame] img').waitFor()
  await page.unroute(/pdf[^/]*\.css$/)
  await page.keyboard.press('ArrowRight')
  await page.locator('.textLayer').getByText('of apples').waitFor()
  t.strictSame(browser.errors, [])
})

t.test(
  'viewer of a link with counted downloads: a rendition that failed to load is not replaced by the file',
  async (t) => {
    const { person } = await newUser([])
    const folder = await makeFolder(person, 'Pictures')
    const { id } = await putFile(person, 'a.jpg', await tinyPhoto(20, 3_000, 1_800), folder)
    await app.coffer.storage.api.thumbnails.makeAllPending()
    const { token } = await makeShare(person, { id: folder, type: 'folder' }, { max_downloads: 5 })
    const page = await browser.visit(`${app.url}/share/${token}`)
    const files: string[] = []
    page.on('request', (request) => request.url().includes('/file/') && files.push(request.url()))
    await page.route(/\/thumbnail\/(lg|xl)\//, (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.goto(`${app.url}/share/${token}/files/${folder}?view=${id}`)
    await page.getByRole('alert').getByText('Couldn’t load the file').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('[data-frame] img')?.naturalWidth === 1_440,
    )
    t.strictSame(files, [])
    t.strictSame(browser.errors, [])
  },
)
