import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { ShareLink } from '../../modules/sharing/contract.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { makeFolder, makeReport, makeShare, putFile } from '../support/shares.ts'
import { tinyPhoto, tinyVideo } from '../support/tiny-files.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)
const limitReached = 'This link has reached its download limit.'

/** Another visitor uses up the downloads. */
const exhaustDownloads = async (token: string, id: string, name: string) => {
  const answer = await anonymous(app).fetch(`/file/${id}/${encodeURIComponent(name)}?share=${token}`)
  t.equal(answer.status, 200)
  await answer.arrayBuffer()
}

t.test('share link: a file whose download limit is reached says so; one locked or removed meanwhile too', async (t) => {
  const page = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })
  const show = async (token: string) => {
    await page.goto(`${app.url}/share/${token}`)
    await hydrated(page)
  }
  const download = page.getByRole('main').getByRole('link', { name: 'Download', exact: true })
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
    await show(token)
    await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).click()
    await page.getByRole('dialog').getByText(limitReached).waitFor()
    t.equal(await page.getByText('This file is no longer here').count(), 0, name)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    if (name !== 'Letter.txt') continue
    await download.click()
    await page.getByRole('alert').getByText(limitReached).waitFor()
    await page.getByRole('heading', { name }).waitFor()
    t.strictSame(await axeFaults(page), [])
  }

  const file = await putFile(owner, 'Minutes.txt', 'We met.')
  const { token } = await makeShare(owner, { id: file.id, type: 'file' })
  await show(token)
  await owner.client.patch(`/api/share/${token}`, { password: 'harbour at dawn' })
  await download.click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
  await eventuallyMatches(t, async () => page.url(), /\/authenticate/)
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
  await page.goto(`${app.url}/file/${file.id}/Minutes.txt?share=${token}&download=1`)
  await page.getByRole('main').getByText('404').waitFor()
})

t.test('share link: a failed download of an item and of everything says so, with and without scripts', async (t) => {
  const folder = await makeReport(owner)
  const file = await putFile(owner, 'Letter.txt', 'We intend to.', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { max_downloads: 1 })
  await exhaustDownloads(token, file.id, 'Letter.txt')
  for (const scripts of [true, false]) {
    const page = await browser.visit(`${app.url}/share/${token}`, { scripts })
    await page.getByRole('link', { name: 'Download all' }).click()
    await page.getByText(limitReached).waitFor()
    t.equal(await page.getByText(/^Downloading/).count(), 0)
    await page.goto(`${app.url}/share/${token}`)
    await page.getByRole('link', { name: 'Download Letter.txt' }).click()
    await page.getByRole('alert').getByText(limitReached).waitFor()
    await page.getByRole('heading', { name: 'Annual report' }).waitFor()
  }
})

const downloadsOf = async (token: string) =>
  (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body.data.attributes.downloads

/** A folder whose viewer shows the files in this order. */
const gallery = async () => {
  const folder = await makeFolder(owner, 'Gallery')
  const gif = await sharp(await tinyPhoto(90))
    .gif()
    .toBuffer()
  const cues = 'WEBVTT\n\n00:00.000 --> 00:09.000\nA square passes.\n'
  const ids = {
    photo: (await putFile(owner, 'a.jpg', await tinyPhoto(20, 3_000, 1_800), folder)).id,
    gif: (await putFile(owner, 'b.gif', gif, folder)).id,
    last: (await putFile(owner, 'c.jpg', await tinyPhoto(200, 3_000, 1_800), folder)).id,
    captions: (await putFile(owner, 'film.vtt', cues, folder)).id,
    film: (await putFile(owner, 'film.webm', tinyVideo(), folder)).id,
  }
  await app.coffer.storage.api.thumbnails.makeAllPending()
  return { folder, ids }
}

t.test(
  'share link: pictures and films in the viewer are no downloads before they are zoomed or played',
  async (t: Test) => {
    const { folder, ids } = await gallery()
    for (const max_downloads of [5, null]) {
      const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { max_downloads })
      const page = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      const files = () => requested.flatMap((path) => /^\/file\/([^/]+)/.exec(path)?.[1] ?? [])
      const view = async (id: string, width: number) => {
        // Requests of the page before are none of the next.
        await page.goto('about:blank')
        requested.length = 0
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${app.url}/share/${token}/files/${folder}?view=${id}`)
      }
      for (const width of [1_280, 1_920]) {
        await view(ids.photo, width)
        await page.waitForFunction(() => {
          const image = document.querySelector<HTMLImageElement>('[data-frame] img')
          return image?.complete && image.naturalWidth === 1_440
        })
        // The pictures beside it are loaded in one go.
        await eventually(t, async () => requested.includes(`/thumbnail/xl/${ids.last}`), true)
        t.strictSame(files(), [], `${width}`)
        if (width === 1_280) continue
        await page.keyboard.press('+')
        await eventually(t, async () => files(), [ids.photo])
      }
      await eventually(t, () => downloadsOf(token), 1)

      await view(ids.film, 1_280)
      const video = page.locator('video')
      await video.waitFor()
      t.notOk(files().includes(ids.captions))
      await video.evaluate((film: HTMLVideoElement) => {
        film.muted = true
        return film.play()
      })
      if (max_downloads === null) await page.locator('track').waitFor({ state: 'attached' })
      await eventually(t, () => downloadsOf(token), max_downloads === null ? 3 : 2)
      t.strictSame([...new Set(files())].toSorted(), (max_downloads ? [ids.film] : [ids.captions, ids.film]).toSorted())
    }
  },
)

t.test('share link with an emailed code: the field that is wrong has the focus, else the next one', async (t) => {
  const email = 'ann@example.org'
  const file = await putFile(owner, 'Secret.txt', 'We met.')
  const code = { require_email_code: true, emails: [email] }
  const { token } = await makeShare(owner, file, { ...code, password: 'right words' })
  const page = await browser.visit(`${app.url}/share/${token}/authenticate`)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await eventually(t, focused, 'email')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByText('a code is on its way').waitFor()
  await eventually(t, focused, 'code', 'once the code is sent')
  await page.keyboard.type('wrong!')
  await page.locator('input[name=password]').fill('right words')
  await page.keyboard.press('Enter')
  await page.waitForURL('**problem=wrong-code*')
  await eventually(t, focused, 'code', 'after a wrong code')
  await page.goto(`${app.url}/share/${token}/authenticate?problem=wrong-password`)
  await eventually(t, focused, 'password', 'after a wrong password')
})
