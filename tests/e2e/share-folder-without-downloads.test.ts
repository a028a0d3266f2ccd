import t, { type Test } from 'tap'
import { findFfmpeg } from '../../modules/storage/previews/index.ts'
import { signUp } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyAudio, tinyPdf, tinyPhoto, tinyVideo } from '../support/tiny-files.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app, { name: 'Jane Cooper' })
const hasFfmpeg = findFfmpeg() !== null

const top = await makeFolder(owner, 'Evening')
const folder = await makeFolder(owner, 'Papers', top)
/** With a part of each that only the original has. */
const files: [string, Buffer, Buffer?][] = [
  ['clip.webm', tinyVideo()],
  [
    'long.log',
    Buffer.from(`first page ${'a line of a long log\n'.repeat(4_000)}the secret end`),
    Buffer.from('secret end'),
  ],
  ['paper.pdf', tinyPdf(['The first page', 'The second page'])],
  ['photo.jpg', await tinyPhoto(20, 2_000, 1_200)],
  [
    'strange.xyz',
    Buffer.from([1, 2, 3, 255, 254, 0, 9, 8, 7].concat(...Array.from({ length: 40 }, (_, at) => [at, 255]))),
  ],
  ['tone.wav', tinyAudio(2)],
]
for (const [name, bytes] of files) await putFile(owner, name, bytes, folder)
await app.coffer.storage.api.thumbnails.makeAllPending()
const { token } = await makeShare(owner, { id: top, type: 'folder' }, { download: false })
const partOf = ([, bytes, part]: (typeof files)[number]) => part ?? bytes.subarray(bytes.length >> 1).subarray(0, 200)

const openFolder = async (options: Parameters<typeof browser.visit>[1] = {}) => {
  const page = await browser.visit(`${app.url}/share/${token}/authenticate`, options)
  const bodies: Promise<{ url: string; body: Buffer }>[] = []
  page.on('response', (response) => {
    const body = response.body().catch(() => Buffer.alloc(0))
    bodies.push(body.then((content) => ({ url: response.url(), body: content })))
  })
  await page.goto(`${app.url}/share/${token}/files/${folder}`)
  const checkBytes = async (t: Test) => {
    const received = await Promise.all(bodies)
    t.ok(received.length > files.length, `${received.length} responses`)
    const leaks = received.flatMap(({ url, body }) =>
      files.flatMap((file) => (body.includes(partOf(file)) ? [`${file[0]}: ${url}`] : [])),
    )
    t.strictSame(leaks, [])
  }
  return { page, checkBytes }
}

t.test('folder without downloads and scripts: each file has a page that shows it', async (t) => {
  const { page, checkBytes } = await openFolder({ scripts: false, width: 390 })
  const shows: Record<string, () => Promise<unknown>> = {
    'clip.webm': () =>
      hasFfmpeg ? page.getByText('Preparing').or(page.locator('video')).first().waitFor() : Promise.resolve(),
    'long.log': () => page.getByText('first page').waitFor(),
    'paper.pdf': () => page.getByRole('img', { name: 'Page 2 of paper.pdf' }).waitFor(),
    'photo.jpg': () => page.getByRole('img', { name: 'Preview of photo.jpg' }).waitFor(),
    'strange.xyz': () => page.getByText('This kind of file can’t be previewed.').waitFor(),
  }
  for (const [name, shown] of Object.entries(shows)) {
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name }).waitFor()
    await shown()
    await page.getByRole('link', { name: 'Papers' }).click()
    await page.getByRole('heading', { name: 'Papers' }).waitFor()
  }
  await checkBytes(t)
})

t.test('folder without downloads: the viewer shows what the pages show, and nothing of the originals', async (t) => {
  const { page, checkBytes } = await openFolder()
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('link', { name: 'long.log' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('first page').waitFor()
  await picture(page, 'share-viewer-text-without-downloads')
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('img', { name: 'Page 2 of paper.pdf' }).waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'share-viewer-pdf-without-downloads')
  await page.keyboard.press('ArrowRight')
  await dialog
    .getByRole('heading', { name: 'photo.jpg' })
    .or(dialog.getByRole('img', { name: 'photo.jpg' }))
    .first()
    .waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('This kind of file can’t be previewed.').waitFor()
  await page.keyboard.press('ArrowRight')
  if (hasFfmpeg) {
    const player = dialog.locator('audio')
    await player.waitFor()
    t.match(await player.getAttribute('src'), /^\/thumbnail\/media\//)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await checkBytes(t)
  t.strictSame(browser.errors, [])
})
