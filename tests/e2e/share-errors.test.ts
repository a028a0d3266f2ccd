import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventuallyMatches } from '../support/poll.ts'
import { makeReport, makeShare, putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)
const limitReached = 'This link has reached its download limit.'

/** Another visitor uses up the downloads. */
const exhaustDownloads = async (token: string, id: string, name: string) => {
  const answer = await anonymous(app).fetch(`/file/${id}/${encodeURIComponent(name)}?share=${token}`)
  t.equal(answer.status, 200)
  await answer.arrayBuffer()
}

t.test('share link: a file whose download limit is reached says so', async (t) => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  for (const [name, content] of [
    ['Letter.txt', 'We intend to.'],
    ['Drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['Paper.pdf', '%PDF-1.4'],
    ['Song.mp3', Buffer.concat([Buffer.from('ID3'), png])],
  ] as const) {
    const file = await putFile(owner, name, content)
    const { token } = await makeShare(owner, { id: file.id, type: 'file' }, { max_downloads: 1 })
    await exhaustDownloads(token, file.id, name)
    const page = await browser.visit(`${app.url}/share/${token}`)
    await hydrated(page)
    await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).click()
    await page.getByRole('dialog').getByText(limitReached).waitFor()
    t.equal(await page.getByText('This file is no longer here').count(), 0, name)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    if (name !== 'Letter.txt') continue
    await page.getByRole('main').getByRole('link', { name: 'Download', exact: true }).click()
    await page.getByRole('alert').getByText(limitReached).waitFor()
    await page.getByRole('heading', { name }).waitFor()
    t.strictSame(await axeFaults(page), [])
  }
})

t.test('share link: a failed download of an item and of everything says so, with and without scripts', async (t) => {
  const folder = await makeReport(owner)
  const file = await putFile(owner, 'Letter.txt', 'We intend to.', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { max_downloads: 1 })
  await exhaustDownloads(token, file.id, 'Letter.txt')
  for (const scripts of [true, false]) {
    const page = await browser.visit(`${app.url}/share/${token}`, { scripts })
    if (scripts) await hydrated(page)
    await page.getByRole('link', { name: 'Download all' }).click()
    await page.getByText(limitReached).waitFor()
    t.equal(await page.getByText(/^Downloading/).count(), 0)
    await page.goto(`${app.url}/share/${token}`)
    await page.getByRole('link', { name: 'Download Letter.txt' }).click()
    await page.getByRole('alert').getByText(limitReached).waitFor()
    await page.getByRole('heading', { name: 'Annual report' }).waitFor()
  }
})

t.test('share link: one locked or removed meanwhile says so', async (t) => {
  const file = await putFile(owner, 'Minutes.txt', 'We met.')
  const { token } = await makeShare(owner, { id: file.id, type: 'file' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  const download = page.getByRole('main').getByRole('link', { name: 'Download', exact: true })
  await owner.client.patch(`/api/share/${token}`, { password: 'harbour at dawn' })
  await download.click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
  await eventuallyMatches(t, async () => page.url(), /\/authenticate/)
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
  await page.goto(`${app.url}/file/${file.id}/Minutes.txt?share=${token}&download=1`)
  await page.getByRole('main').getByText('404').waitFor()
})
