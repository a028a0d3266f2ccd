/**
 * Takes the pictures of the home page from the product itself, in both themes, for wide and narrow screens, and the README's
 * screenshots: `TAP_TIMEOUT=300 node server/launch/run.mjs tests/pictures/home-page.ts` writes modules/site/assets/ and
 * docs/screenshots/.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { resting, testBrowser } from '../support/browser.ts'
import { rowHandle } from '../support/files-page.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf } from '../support/tiny-files.ts'

const root = join(import.meta.dirname, '..', '..')
const assets = join(root, 'modules', 'site', 'assets')

/** A landscape: sky, sun and three ridges. `hue`: of the sky in degrees. */
const landscape = (hue: number, seed: number): Promise<Buffer> => {
  const ridge = (level: number, lightness: number) => {
    const points = Array.from({ length: 9 }, (_, x) => {
      const height = level + 70 * Math.sin(seed * 3 + x * 1.7 + level) + 40 * Math.sin(seed + x * 3.1)
      return `${x * 200} ${Math.round(height)}`
    })
    return `<path d="M0 1067 L${points.join(' L')} L1600 1067Z" fill="hsl(${hue + 30} 38% ${lightness}%)"/>`
  }
  const sun = `<circle cx="${300 + ((seed * 311) % 1000)}" cy="330" r="80" fill="hsl(${hue + 15} 95% 92%)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067"><defs>
    <linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${hue} 65% 70%)"/><stop offset="1" stop-color="hsl(${hue + 35} 75% 84%)"/></linearGradient></defs>
    <rect width="1600" height="1067" fill="url(#s)"/>${sun}${ridge(560, 52)}${ridge(720, 38)}${ridge(880, 25)}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}

const app = await testApp(t, { pages: true })
const browser = await testBrowser(t)
const owner = await signUp(app, { name: 'Mara Lindholm' })

for (const name of ['Clients', 'Invoices 2026', 'Recipes']) await makeFolder(owner, name)
const folder = await makeFolder(owner, 'Azores, October')
await makeFolder(owner, 'Family', folder)
const hues = [205, 24, 265, 188, 340, 45, 150, 222, 12]
for (const [index, hue] of hues.entries())
  await putFile(owner, `DSCF44${12 + index * 3}.jpg`, await landscape(hue, index + 1), folder)
await putFile(owner, 'Boarding pass.pdf', tinyPdf(['Lisbon to Ponta Delgada, seat 14A']), folder)
const itinerary = await putFile(owner, 'Itinerary.md', '# Itinerary\n', folder)
await makeShare(owner, itinerary)
await app.coffer.storage.api.thumbnails.makeAllPending()

const save = async (shot: Buffer, name: string, width: number): Promise<void> => {
  const image = sharp(shot).resize({ width })
  await image
    .clone()
    .avif({ quality: 42, effort: 6 })
    .toFile(join(assets, `${name}.avif`))
  await image
    .clone()
    .webp({ quality: 55, effort: 6 })
    .toFile(join(assets, `${name}.webp`))
}

for (const theme of ['light', 'dark'] as const)
  for (const [kind, width, height] of [
    ['files', 1200, 720],
    ['phone', 430, 520],
  ] as const) {
    await owner.client.put('/api/views/files', { preview: 'grid', sorting: { field: 'name', direction: 'ASC' } })
    const visit = { width, height, theme, as: owner, scale: 2 }
    const page = await browser.visit(`${app.url}/platform/files/${folder}`, visit)
    await page.waitForLoadState('networkidle')
    await resting(page)
    await save(await page.screenshot(), `${kind}-${theme}`, kind === 'files' ? 1200 : 780)
    await page.context().close()
  }

for (const [name, width, height, theme, preview] of [
  ['files', 1280, 800, 'light', 'list'],
  ['grid-dark', 1280, 800, 'dark', 'grid'],
  ['phone', 390, 844, 'light', 'list'],
] as const) {
  await owner.client.put('/api/views/files', { preview, sorting: { field: 'name', direction: 'ASC' } })
  const page = await browser.visit(`${app.url}/platform/files/${folder}`, { width, height, theme, as: owner })
  await page.waitForLoadState('networkidle')
  if (name === 'files') {
    await rowHandle(page, 'DSCF4412.jpg').click()
    await page.getByRole('button', { name: 'Info panel' }).click()
  }
  await resting(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(root, 'docs', 'screenshots', `${name}.png`) })
  await page.context().close()
}
t.end()
