import sharp from 'sharp'
import t from 'tap'
import { newAdmin } from '../support/admins.ts'
import { axeFaults } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app, { name: 'Ada Admin' })

/** A logo with what an SVG must not do. */
const hostileLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 64">
  <rect width="320" height="64" rx="12" fill="#1d4ed8"/><circle cx="32" cy="32" r="20" fill="#fff"/>
  <script>window.hacked = true</script><foreignObject><img src="x" onerror="window.hacked=true"/></foreignObject></svg>`

/** Files that are not pictures, whatever their names say. */
const hostileLogos = [
  { name: 'logo.png', mimeType: 'image/png', content: '<html>' },
  {
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    content: '<!doctype html><body onload="hacked = 1"><img src=x onerror="hacked = 1"><script>hacked = 1</script>',
  },
  { name: 'broken.png', mimeType: 'image/png', content: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR and nothing more' },
]
const hostileColor = '#fff} body { display: none'

t.test(
  'branding: an uploaded logo is in open pages at the next view, without scripts of its own or a layout shift',
  async (t) => {
    const page = await browser.visit(`${app.url}/admin/settings/appearance`, { as: admin })
    const visitor = await browser.visit(`${app.url}/contact-us`)
    const group = page.getByRole('group', { name: 'Horizontal logo', exact: true })
    const chosen = page.waitForEvent('filechooser')
    await group.getByRole('button', { name: /^Choose file/ }).press('Enter')
    await (await chosen).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(hostileLogo) })
    await group.getByRole('img').waitFor()
    await eventually(
      t,
      async () => {
        await visitor.reload()
        return visitor.getByRole('banner').getByRole('img', { name: 'Coffer' }).count()
      },
      1,
    )
    const size = await visitor
      .getByRole('banner')
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => ({
        declared: [image.getAttribute('width'), image.getAttribute('height')],
        shown: [image.width, image.height],
        loaded: image.naturalWidth > 0,
      }))
    t.same(size, { declared: ['160', '32'], shown: [160, 32], loaded: true })
    t.equal(await visitor.evaluate(() => 'hacked' in window), false)

    const src = await group.getByRole('img').getAttribute('src')
    for (const { name, mimeType, content } of hostileLogos) {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      await group.locator('input').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
      t.equal((await answered).status(), 422, name)
      await group.getByRole('alert').waitFor()
      t.equal(await group.getByRole('img').getAttribute('src'), src, `${name}: the logo stays`)
    }
    t.equal((await admin.client.patch('/api/admin/settings', { name: 'app_color', value: hostileColor })).status, 422)
    await visitor.reload()
    for (const one of [page, visitor]) {
      t.equal(await one.evaluate(() => 'hacked' in window), false)
      t.equal(await one.evaluate(() => getComputedStyle(document.body).display), 'block', 'no styles of the color')
    }
    const icon = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#7c3aed' } })
      .png()
      .toBuffer()
    for (const name of ['App icon', 'Browser icon']) {
      const own = page.getByRole('group', { name, exact: true })
      await own.locator('input').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: icon })
      await own.getByRole('img').waitFor()
    }
    t.strictSame(await axeFaults(page), [])
    await visitor.reload()
    const links = await visitor.evaluate(() => ({
      icon: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.getAttribute('href'),
      manifest: document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.getAttribute('href'),
    }))
    t.match(links.icon, /^\/branding\/favicon-.*\.png$/)
    // Chrome's own check whether the app can be installed.
    const session = await visitor.context().newCDPSession(visitor)
    t.same(
      (await session.send('Page.getInstallabilityErrors')).installabilityErrors.filter(
        ({ errorId }) => errorId !== 'in-incognito',
      ),
      [],
    )
    const { errors } = await session.send('Page.getAppManifest')
    t.strictSame(errors, [])

    await group.getByRole('button', { name: /^Remove/ }).press('Enter')
    await group.getByText('None').waitFor()
    await eventually(
      t,
      async () => {
        await visitor.reload()
        return visitor.getByRole('banner').getByRole('img').count()
      },
      0,
    )
    t.strictSame(browser.errors, [])
  },
)
