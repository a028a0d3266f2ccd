import sharp from 'sharp'
import t from 'tap'
import { anonymous } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { brandingCalls, brandingPicture } from '../../../../tests/support/branding-calls.ts'
import { brandingSettings, renderHtml } from '../../../platform/index.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app)
const { upload, download } = brandingCalls(app, admin)

t.test('branding: emails show the logo as a PNG on a plate of its color, else the name', async (t) => {
  const { mailer, settings } = app.coffer.platform
  await settings.set(Object.fromEntries(brandingSettings.map((name) => [name, ''])))
  const html = async () => renderHtml({ to: '', locale: 'en', subject: 'Hello', lines: [] }, await mailer.brand())
  const name = await settings.get('app_title')
  t.match(await mailer.brand(), { name, logo: null })
  t.notMatch(await html(), '<img')
  await upload('app_logo_dark', await brandingPicture(100, 100))
  t.match((await mailer.brand()).logo, { isDark: true, hasName: false, width: 96, height: 96 })
  t.match(
    await html(),
    /<img src="[^"]+" alt="" width="36" height="36" style="[^"]*background:#1b1c1f;color:#e8e9eb">&nbsp; /,
  )
  await upload('app_logo_horizontal', await brandingPicture(1_200, 200))
  const { logo } = await mailer.brand()
  t.match(logo, { isDark: false, hasName: true, width: 576, height: 96 })
  t.match(await html(), `alt="${name}" width="216" height="36"`)
  const { response, bytes } = await download(logo?.src.replace(app.url, '') ?? '')
  t.match(response.headers.get('content-type'), 'image/png')
  t.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin', 'shown where a browser shows the email')
  const { format, width, height } = await sharp(bytes).metadata()
  t.strictSame([format, width, height], ['png', 576, 96])
})

t.test('branding: the web app manifest and its icons follow name, color and images', async (t) => {
  interface Manifest {
    name: string
    theme_color: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  const manifest = async () => (await anonymous(app).get<Manifest>('/manifest.webmanifest')).body
  const first = await manifest()
  t.match(first, { name: 'Coffer', theme_color: '#00BC7E' })
  const pixelOf = async (src: string) =>
    (
      await sharp((await download(src)).bytes)
        .resize(1, 1)
        .raw()
        .toBuffer()
    )[0]
  const check = async ({ icons }: Manifest) => {
    t.strictSame(
      icons.map(({ sizes, purpose }) => [sizes, purpose]),
      [
        ['192x192', 'any'],
        ['512x512', 'any'],
        ['512x512', 'maskable'],
      ],
    )
    for (const { src, sizes } of icons) {
      const { width, height, format } = await sharp((await download(src)).bytes).metadata()
      t.strictSame([`${width}x${height}`, format], [sizes, 'png'])
    }
  }
  await check(first)
  await admin.client.patch('/api/admin/settings', { name: 'app_color', value: '#aa0000' })
  await admin.client.patch('/api/admin/settings', { name: 'app_title', value: 'Acme Cloud Drive' })
  const second = await manifest()
  t.match(second, { name: 'Acme Cloud Drive', short_name: 'Acme', theme_color: '#aa0000' })
  await check(second)
  t.not(second.icons[0]?.src, first.icons[0]?.src)
  t.ok(((await pixelOf(second.icons[2]?.src ?? '')) ?? 0) > 150, 'in the color')
  for (const name of ['app_favicon', 'app_touch_icon']) {
    await upload(name, await brandingPicture(300, 300, '#0000ff'))
    const own = await manifest()
    await check(own)
    t.not(own.icons[0]?.src, second.icons[0]?.src, `of ${name}`)
  }
  const touch = await sharp((await download('/apple-touch-icon.png')).bytes).metadata()
  t.match(touch, { width: 180, height: 180, format: 'png' })
})
