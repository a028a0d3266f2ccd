import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture, resting } from '../support/browser.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'
import { tinyAudio, tinyPdf, tinyPhoto, tinyVideo } from '../support/tiny-files.ts'

const { app, browser, emptyPage, openFiles } = await filesTest(t, { motion: true })
const desktop = await emptyPage({ width: 1440 })
const person = await signUp(app)

/** Puts a file of each kind, with its thumbnail; returns their ids. Each test leaves them as they are. */
const putFiles = async () => {
  const evil =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>alert(1)</script><rect width="90" height="60" fill="teal"/></svg>'
  const files: [string, Buffer][] = [
    ['a photo.jpg', await tinyPhoto(20, 2_000, 1_200)],
    ['b photo.jpg', await tinyPhoto(200)],
    [
      'c broken.png',
      (
        await sharp(await tinyPhoto(1))
          .png()
          .toBuffer()
      ).subarray(0, 4_000),
    ],
    ['d clip.webm', tinyVideo()],
    ['d clip.de.srt', Buffer.from('1\n00:00:00,000 --> 00:00:09,000\nEin Quadrat zieht vorbei.\n')],
    ['e tone.wav', tinyAudio()],
    ['f paper.pdf', tinyPdf(['The first speaks of apples', 'The second of pears', 'Apples again'])],
    [
      'g notes.md',
      Buffer.from(
        '# Notes\n\n<b onclick="alert(1)">bold</b> ![x](https://evil.example/x.png) [l](javascript:alert(1))\n',
      ),
    ],
    ['h main.ts', Buffer.from('export const answer: number = 42 // why\n')],
    ['i long.log', Buffer.from('a line of a long log\n'.repeat(60_000))],
    ['j drawing.svg', Buffer.from(evil)],
    ['k bundle.zip', Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])],
  ]
  const ids: Record<string, string> = {}
  for (const [name, bytes] of files) ids[name] = (await putFile(person, name, bytes)).id
  await app.coffer.storage.api.thumbnails.makeAllPending()
  return ids
}
const ids = await putFiles()

const row = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name }).first()
const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const frame = (page: Page) => page.locator('[data-frame]')
const settled = async (page: Page, attribute: string, value: RegExp) => {
  await page.waitForFunction(
    ([name, pattern]) =>
      new RegExp(pattern as string).test(document.querySelector('[data-frame]')?.getAttribute(name as string) ?? ''),
    [attribute, value.source] as const,
  )
}

/** Waits until the picture is loaded and the viewer handles keys: both happen after it becomes visible. */
const loaded = async (page: Page) => {
  await page.waitForFunction(() => {
    const image = document.querySelector('[data-frame] img') as HTMLImageElement | null
    return image?.complete && image.naturalWidth > 0 && document.activeElement?.closest('[role=dialog]')
  })
  await resting(page)
}

t.test('viewer by keyboard: open, zoom, rotate, next, reload, back', async (t) => {
  const page = await openFiles(person, { on: desktop })
  await row(page, 'a photo.jpg').locator('[data-focus]').focus()
  await page.keyboard.press('Enter')
  await viewer(page, 'a photo.jpg').waitFor()
  await loaded(page)
  await eventually(t, async () => new URL(page.url()).searchParams.get('view'), ids['a photo.jpg'] as string)
  await eventuallyMatches(t, () => page.title(), /^a photo\.jpg – /)
  for (const key of ['+', '+', 'ArrowRight']) await page.keyboard.press(key)
  await settled(page, 'data-scale', /^1\.96$/)
  await page.keyboard.press('0')
  await settled(page, 'data-scale', /^1\.00$/)
  await page.keyboard.press('r')
  await settled(page, 'data-turn', /^1$/)
  await page.keyboard.press('i')
  await page.getByText('Leica Q2').waitFor()
  await page.getByText('48.5°, 9.25°').waitFor()
  t.strictSame(await axeFaults(page), [], 'a picture with its details')
  await picture(page, 'viewer-1-image')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'))

  // Newest first.
  await page.keyboard.press('ArrowLeft')
  await viewer(page, 'b photo.jpg').waitFor()
  await page.reload()
  await hydrated(page)
  await viewer(page, 'b photo.jpg').waitFor()
  await frame(page).locator('img').waitFor()
  await page.getByText('11 of 12').waitFor()
  await page.goBack()
  await viewer(page, 'b photo.jpg').waitFor({ state: 'detached' })
  await eventually(t, async () => new URL(page.url()).search, '')
  await eventuallyMatches(t, () => page.title(), /^My Files – /)
  t.strictSame(browser.errors, [])
})

t.test('viewer by mouse: wheel, double click, drag; deleting shows the next file', async (t) => {
  const page = await openFiles(person, { on: desktop })
  await row(page, 'a photo.jpg').dblclick()
  await loaded(page)
  const box = await frame(page).boundingBox()
  if (!box) throw new Error('no frame')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.wheel(0, -300)
  await settled(page, 'data-scale', /^2\./)
  // The picture moves with an animation.
  await resting(page)
  const before = (await frame(page).locator('img').boundingBox())?.x ?? 0
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.waitForFunction(
    (least) => (document.querySelector('[data-frame] img')?.getBoundingClientRect().x ?? least) > least,
    before + 50,
  )
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
  await settled(page, 'data-scale', /^1\.00$/)
  await page.keyboard.press('Delete')
  await viewer(page, 'b photo.jpg').waitFor()
  await page.getByText('11 of 11').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await row(page, 'a photo.jpg').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await row(page, 'a photo.jpg').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('viewer: shows every kind of file; active content does not run', async (t) => {
  const page = await openFiles(person, { on: desktop, theme: 'dark' })
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const open = async (name: string) => {
    await row(page, name).dblclick()
    await viewer(page, name).waitFor()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const asked: { url: string; range: string | undefined }[] = []
  page.on('request', (request) => asked.push({ url: request.url(), range: request.headers().range }))

  await open('d clip.webm')
  const jumped = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    if (video.readyState < 1)
      await new Promise((ready) => video.addEventListener('loadedmetadata', ready, { once: true }))
    const done = new Promise((seeked) => video.addEventListener('seeked', seeked, { once: true }))
    video.currentTime = 7
    await done
    return [video.duration, video.currentTime, video.videoWidth]
  })
  t.strictSame(jumped, [10, 7, 160], 'a jump into the middle')
  const ranged = async () =>
    asked.some(({ url, range }) => url.includes(ids['d clip.webm'] as string) && range?.startsWith('bytes='))
  await eventually(t, ranged, true, 'by ranges')
  await page.waitForFunction(() => {
    const [captions] = document.querySelector('video')?.textTracks ?? []
    const [cue] = captions?.activeCues ?? []
    return captions?.label === 'German' && (cue as VTTCue | undefined)?.text === 'Ein Quadrat zieht vorbei.'
  })
  t.strictSame(await axeFaults(page), [], 'video')
  await close()

  await open('e tone.wav')
  await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 2.9)
  t.strictSame(await axeFaults(page), [], 'audio')
  await close()

  await open('f paper.pdf')
  await page.locator('.textLayer').getByText('speaks of apples').waitFor()
  t.equal(await page.locator('.pdf-frame').evaluate((frame) => frame.scrollTop), 0, 'it begins at its upper edge')
  const search = page.getByRole('searchbox', { name: 'Find in document' })
  await search.fill('apples')
  await page.getByText('1 / 2').waitFor()
  await page.getByRole('button', { name: 'Next match' }).click()
  await page.getByText('2 / 2').waitFor()
  await page.waitForFunction(
    () => (document.querySelector('input[aria-label=Page]') as HTMLInputElement)?.value === '3',
  )
  await page.getByRole('textbox', { name: 'Page' }).fill('٢')
  await page.keyboard.press('Enter')
  await page.locator('.textLayer').getByText('of pears').waitFor()
  t.strictSame(await axeFaults(page), [], 'PDF')
  await picture(page, 'viewer-2-pdf')
  await close()

  await open('g notes.md')
  // The file name is a heading too.
  await page.locator('.markdown').getByRole('heading', { name: 'Notes', exact: true }).waitFor()
  await page.getByText('<b onclick="alert(1)">').waitFor()
  t.equal(await page.locator('.markdown img, .markdown b, .markdown a[href^=javascript]').count(), 0)
  t.strictSame(await axeFaults(page), [], 'Markdown')
  await close()

  await open('h main.ts')
  await page.locator('.hljs-keyword').first().waitFor()
  t.strictSame(await axeFaults(page), [], 'code')
  await close()

  await open('i long.log')
  await page.getByText('The first 524 kB of 1.3 MB').waitFor()
  await close()

  await open('j drawing.svg')
  await frame(page).locator('img[src^="data:image/svg"]').waitFor()
  await close()

  for (const name of ['c broken.png', 'k bundle.zip']) {
    await open(name)
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).last().click()
    t.equal((await download).suggestedFilename(), name)
    await close()
  }
  t.notOk(
    asked.some(({ url }) => url.includes('evil.example')),
    'no picture of a text is fetched',
  )
  t.strictSame(alerts, [], 'no script of a file runs')

  const { id: gone } = await putFile(person, 'l gone.ts', 'gone')
  await person.client.post('/api/remove', { items: [{ id: gone, type: 'file' }], force_delete: true })
  await page.goto(`${app.url}/platform/files?view=${gone}`)
  await page.getByText('This file is no longer here').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('viewer on a phone: tap, swipe, details', async (t) => {
  const page = await openFiles(person, { width: 390, height: 844 })
  await row(page, 'b photo.jpg').tap()
  await viewer(page, 'b photo.jpg').waitFor()
  await loaded(page)
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 400 }] })
  await finger('touchStart', 300)
  for (const x of [260, 200, 120]) await finger('touchMove', x)
  await finger('touchEnd', 120)
  await viewer(page, 'a photo.jpg').waitFor()
  // A tap is handled while the animation of a swipe is still running.
  await page.getByRole('button', { name: 'Details' }).tap()
  await page.getByText('Leica Q2').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Leica Q2').waitFor({ state: 'detached' })
  await loaded(page)
  await resting(page)
  await page.locator('[data-strip] [aria-current=true]').waitFor()
  t.strictSame(await axeFaults(page), [], 'a picture on a phone')
  await picture(page, 'viewer-3-phone')
  await page.getByRole('button', { name: 'Details' }).tap()
  await page.getByText('Leica Q2').waitFor()
  t.strictSame(await axeFaults(page), [], 'its details')
  await page.goBack()
  await page.locator('[data-frame]').waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})
