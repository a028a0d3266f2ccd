import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { brandingCalls, brandingPicture } from '../../../../tests/support/branding-calls.ts'
import { maliciousImages } from '../../../../tests/support/malicious-images.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { type BrandingSetting, brandingSettings } from '../../../platform/index.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const other = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app)
const { upload, download } = brandingCalls(app, admin)
const svg = (inner: string, attributes = 'width="64" height="32"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`
const config = async (name: string, at = app) =>
  (await anonymous(at).get<Record<string, string | null>>('/api/config')).body[name]
/** Format and size in px of each setting's image, of an upload of 1,000 × 500 px. */
const encoded: Record<BrandingSetting, [format: string, width: number, height: number]> = {
  app_logo: ['webp', 192, 96],
  app_logo_dark: ['webp', 192, 96],
  app_logo_horizontal: ['webp', 192, 96],
  app_logo_horizontal_dark: ['webp', 192, 96],
  app_favicon: ['png', 64, 64],
  app_touch_icon: ['png', 180, 180],
  app_og_image: ['jpeg', 1_200, 627],
}

t.test('branding: each image is re-encoded, and shown by every process under an address of its content', async (t) => {
  const source = await brandingPicture(1_000, 500)
  for (const name of brandingSettings) {
    t.equal(await config(name), null, `${name}: none at first`)
    t.equal((await upload(name, source)).status, 200, name)
    const path = (await config(name)) ?? ''
    await eventually(t, () => config(name, other), path, `${name}: in the other process`)
    const { response, bytes } = await download(path)
    t.match(response.headers.get('cache-control'), /immutable/)
    t.match(response.headers.get('content-security-policy'), /sandbox/)
    const metadata = await sharp(bytes).metadata()
    t.strictSame([metadata.format, metadata.width, metadata.height], encoded[name], name)
    t.equal(metadata.exif, undefined, `${name}: without metadata`)
    t.ok(path.includes(`-${encoded[name][1]}x${encoded[name][2]}.`), 'the size is known before it is loaded')
    t.equal((await upload(name, source)).status, 200)
    t.equal(await config(name), path, 'the same content has the same address')
    await upload(name, await brandingPicture(1_000, 500, '#993333'))
    t.not(await config(name), path, 'new content has a new address')
    t.equal((await download(path)).response.status, 200, 'pages that were open still show the previous one')
    const removed = await admin.client.patch('/api/admin/settings', { name, value: null })
    t.equal(removed.status, 200)
    t.equal(await config(name), null, `${name}: removed`)
  }
})

t.test('branding: an SVG becomes pixels; its scripts do not run and nothing is loaded from elsewhere', async (t) => {
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    response.end()
  }).listen(0)
  t.teardown(() => server.close())
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const square = '<rect width="32" height="32" fill="#cc0000"/>'
  const hostile = [
    '<script>alert(1)</script>',
    '<foreignObject width="64" height="32"><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
    `<image href="${host}/image" width="32" height="32"/><image xlink:href="file:///etc/passwd" width="9" height="9"/>`,
    `<style>@import url("${host}/style");rect{fill:url("${host}/fill")}</style>`,
    `<use href="${host}/use#a"/><g onload="fetch('${host}/load')"/>`,
    `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>`,
  ]
  for (const inner of hostile) {
    t.equal((await upload('app_logo', svg(`${square}${inner}`))).status, 200, inner)
    const { response, bytes } = await download((await config('app_logo')) ?? '')
    t.equal(response.headers.get('content-type'), 'image/webp')
    const { data } = await sharp(bytes)
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    t.ok((data[0] ?? 0) > 150 || inner.includes('<style>'), 'the drawing is there')
    t.notMatch(bytes.toString('latin1'), /script|root:/)
  }
  const entity = `<!DOCTYPE svg [<!ENTITY p SYSTEM "file:///etc/passwd"><!ENTITY u SYSTEM "${host}/entity">]>${svg('<text>&p;&u;</text>')}`
  t.ok([200, 422].includes((await upload('app_logo', entity)).status), 'external entities')
  t.strictSame(requests, [])
})

t.test('branding: what is no picture, too large or a bomb is rejected, and the current image stays', async (t) => {
  t.equal((await upload('app_logo', await brandingPicture(64, 64))).status, 200)
  const before = await config('app_logo')
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const unreadable: Record<string, Buffer | string> = {
    'HTML named .png': '<!doctype html><script>alert(1)</script>',
    'HTML with an SVG inside': `<html><body>${svg('')}</body></html>`,
    text: 'logo',
    'broken PNG': (await brandingPicture(64, 64)).subarray(0, 60),
    'broken SVG': '<svg xmlns="http://www.w3.org/2000/svg"><rect',
    'SVG without a size': svg('', 'width="0" height="0"'),
    'entity expansion': `<!DOCTYPE svg [<!ENTITY l0 "lol">${laughs}]>${svg('<text>&l9;</text>')}`,
    // An animation is stored as its first frame.
    ...Object.fromEntries(maliciousImages(await brandingPicture(64, 64)).filter(([name]) => name !== 'frames.gif')),
  }
  for (const [name, bytes] of Object.entries(unreadable)) {
    const response = await upload('app_logo', bytes)
    t.equal(response.status, 422, name)
    t.match(await response.json(), { code: 'image-unreadable', errors: { file: [/\w/] } })
  }
  t.equal((await upload('app_logo', Buffer.alloc(100 << 20))).status, 413, '100 MB')
  t.equal(await config('app_logo'), before)
  t.equal((await admin.client.patch('/api/admin/settings', { name: 'app_logo', value: 'x' })).status, 422, 'as text')
  t.equal((await upload('app_title', await brandingPicture(8, 8))).status, 422, 'a setting that is no image')
  const css = { name: 'app_color', value: 'red;}body{display:none}' }
  t.equal((await admin.client.patch('/api/admin/settings', css)).status, 422, 'CSS in a color')
  const user = await signUp(app)
  t.equal((await upload('app_logo', await brandingPicture(8, 8), user.client)).status, 403)
})

t.test('branding: an image under the name of its setting, in a form with _method', async (t) => {
  const send = (fields: Record<string, string | Blob>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return admin.client.fetch('/api/admin/settings', { method: 'POST', body })
  }
  const file = new Blob([Uint8Array.from(await brandingPicture(400, 200))])
  t.equal((await send({ name: 'app_logo', app_logo: file, _method: 'PATCH' })).status, 200)
  const { bytes } = await download((await config('app_logo')) ?? '')
  t.equal((await sharp(bytes).metadata()).width, 192)
  t.equal((await send({ name: 'app_logo', other: file, _method: 'PATCH' })).status, 422, 'under another name')
  t.equal(
    (await send({ name: 'app_title', value: 'Other', other: file, _method: 'PATCH' })).status,
    422,
    'with a value',
  )
  t.equal(
    (await send({ name: 'app_title', app_title: file, _method: 'PATCH' })).status,
    422,
    'of a setting that is no image',
  )
  t.equal((await send({ name: 'app_title', value: 'Files', _method: 'PATCH' })).status, 200)
})
