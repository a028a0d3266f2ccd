import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { checkWith, tools } from '../support/archives.ts'
import { axeFaults, picture, setTheme } from '../support/browser.ts'
import { extractByMenu, slowExtractions, takeout } from '../support/extract-page.ts'
import { toastShown } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { buildZip } from '../support/zip-builder.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)

const upload = async (person: Actor, name: string, text: string | Buffer, path: string) => {
  const fields = { name, path, upload_id: crypto.randomUUID(), offset: '0', total_size: `${text.length}` }
  const query = new URLSearchParams({ ...fields, is_last_chunk: 'true' })
  const answer = await person.client.fetch(`/api/upload/chunks?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Blob([text as string]),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
}
await upload(owner, 'a.txt', 'alpha', '/Holiday/a.txt')
await upload(owner, 'b.txt', 'beta', '/Holiday/Beach/b.txt')
await upload(owner, 'c.txt', 'gamma', '/Papers/c.txt')

const enter = (theme: 'light' | 'dark', width: number): Promise<Page> =>
  browser.visit(`${app.url}/platform/files`, { theme, width, height: width < 640 ? 844 : 900, as: owner })

const rowOf = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name })

t.test(
  'zip: a folder by its menu, a selection by a key, as a browser download; an error is shown in words and can be retried',
  async (t) => {
    const page = await enter('light', 1440)
    await rowOf(page, 'Holiday').click({ button: 'right' })
    const [folder] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ])
    t.equal(folder.suggestedFilename(), 'Holiday.zip')
    const path = join(testFolder(t), 'Holiday.zip')
    await folder.saveAs(path)
    const expected = [
      { path: 'Holiday/', size: 0 },
      { path: 'Holiday/Beach/', size: 0 },
      { path: 'Holiday/a.txt', size: 5 },
      { path: 'Holiday/Beach/b.txt', size: 4 },
    ]
    for (const tool of tools) checkWith(t, tool, path, expected)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 files').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await rowOf(page, 'Holiday').click()
    await page.keyboard.press('ControlOrMeta+a')
    const [all] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Alt+d')])
    t.equal(all.suggestedFilename(), 'files.zip')
    t.ok(readFileSync(await all.path()).includes('Papers/c.txt'))

    // A failure is shown in words, and can be retried.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.route('**/api/zip', (route) => route.abort(), { times: 1 })
    await rowOf(page, 'Papers').click()
    await page.keyboard.press('Alt+d')
    await dialog.getByRole('alert').getByText('Check your connection').waitFor()
    t.same(await axeFaults(page), [])
    await picture(page, 'zip-failed')
    const again = dialog.getByRole('button', { name: 'Try again' })
    const [download] = await Promise.all([page.waitForEvent('download'), again.click()])
    t.equal(download.suggestedFilename(), 'Papers.zip')
  },
)

t.test('zip: the dialog of a desktop and the toast of a phone, in both themes', async (t) => {
  for (const width of [390, 1440]) {
    const phone = width < 640
    const page = await enter('light', width)
    if (phone) await rowOf(page, 'Holiday').getByRole('button').tap()
    else await rowOf(page, 'Holiday').click({ button: 'right' })
    const item = phone
      ? page.getByRole('dialog').getByRole('button', { name: 'Download' })
      : page.getByRole('menuitem', { name: 'Download' })
    const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
    t.equal(download.suggestedFilename(), 'Holiday.zip')
    if (phone) {
      await toastShown(page, 'Downloading Holiday.zip')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    } else await page.getByRole('dialog').getByText('2 files').waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      t.same(await axeFaults(page), [], `${theme} ${width}`)
      await picture(page, `zip-${theme}-${width}`)
    }
    await page.context().close()
  }
  t.same(browser.errors, [])
})

t.test('zip: a link’s folder that another site embeds, where browsers send no cookies', async (t) => {
  const folder = await makeFolder(owner, 'Embedded')
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await putFile(owner, name, name, folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const embedding = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${app.url}/share/${token}/files" width="900" height="700"></iframe>`)
  })
  await new Promise<void>((resolve) => embedding.listen(0, '127.0.0.1', resolve))
  t.teardown(() => embedding.close())
  const { port } = embedding.address() as AddressInfo
  t.equal(new URL(app.url).hostname, 'localhost', 'another site than 127.0.0.1')
  const page = await browser.visit(`http://127.0.0.1:${port}`, { hydrates: false })
  const embedded = page.frameLocator('iframe')
  await embedded.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const [everything] = await Promise.all([
    page.waitForEvent('download'),
    embedded.getByRole('link', { name: 'Download all' }).click(),
  ])
  t.equal(everything.suggestedFilename(), 'Embedded.zip')
  for (const name of ['one.txt', 'two.txt']) await embedded.getByRole('checkbox', { name: `Select ${name}` }).check()
  const [selected] = await Promise.all([
    page.waitForEvent('download'),
    embedded.getByRole('toolbar').getByRole('button', { name: 'Download' }).click(),
  ])
  t.equal(await selected.failure(), null)
  const [form] = await Promise.all([page.waitForEvent('popup'), embedded.locator('a[href$="/report"]').click()])
  await form.getByRole('button', { name: 'Send report' }).click()
  await form.getByRole('main').getByRole('status').waitFor()
  t.match(form.url(), /report\?/)
})

t.test('zip: an archive is extracted by its menu; the notice opens its folder', async (t) => {
  await slowExtractions(t, app.coffer.platform.db)
  await upload(owner, 'Takeout.zip', takeout(), '/Takeout.zip')
  for (const [theme, width] of Object.entries({ light: 390, dark: 1440 }) as ['light' | 'dark', number][]) {
    const page = await enter(theme, width)
    const names = await extractByMenu(page, 'Takeout.zip', `${theme}-${width}`)
    t.ok(names.length <= 10 || width < 640, names.join())
    t.same(await axeFaults(page), [], `${theme} ${width}`)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await rowOf(page, 'photos').waitFor()
    await page.context().close()
  }
})

t.test('zip: the export of an account is imported by its menu; a dialog tells what was left out', async (t) => {
  const bytes = buildZip([
    { name: 'manifest.json', content: '{"format":"coffer-export","version":1}' },
    { name: 'files/arrived.txt', content: 'arrived' },
    { name: 'trash/removed.txt', content: 'removed' },
  ])
  await upload(owner, 'account-export-2026-12-01.zip', bytes, '/account-export-2026-12-01.zip')
  const page = await enter('light', 1440)
  await page.locator('[data-index]').filter({ hasText: 'account-export' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Import account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import finished' })
  await dialog.getByText('files in the trash (1)').waitFor()
  t.match(await dialog.innerText(), /New files\s+1\s[\s\S]*removed\.txt/)
  t.same(await axeFaults(page), [])
  await picture(page, 'import-result')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await rowOf(page, 'arrived.txt').waitFor()
  await page.context().close()
})
