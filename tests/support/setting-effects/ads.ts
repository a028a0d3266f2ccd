import { hydrated } from '../browser.ts'
import type { SettingProof, SettingScene } from './scene.ts'

/** Opens a page as somebody who accepted cookies, and waits for what it loads once it is hydrated. */
const open = async ({ app, page, googled }: SettingScene, path: string) => {
  googled.length = 0
  await page.goto(app.url + path)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
}
const slotOn = async (scene: SettingScene, path: string) => {
  await open(scene, path)
  const unit = scene.page.locator('ins[data-ad-slot]')
  return (await unit.count()) > 0 ? unit.first().getAttribute('data-ad-slot') : null
}
/** The URL of a script of Google that the page has loaded. */
const scriptOn = async (scene: SettingScene, path: string, name: string) => {
  await open(scene, path)
  return scene.googled.find((url) => url.includes(name)) ?? null
}

export const ads = (scene: SettingScene) =>
  ({
    allowed_adsense: [true, async () => (await scriptOn(scene, '/', 'adsbygoogle.js')) !== null, true],
    adsense_client_id: [
      'ca-pub-1234567890123456',
      async () => new URL((await scriptOn(scene, '/', 'adsbygoogle.js')) ?? scene.app.url).searchParams.get('client'),
      'ca-pub-1234567890123456',
    ],
    adsense_banner_01: ['<ins data-ad-slot="1234567890"></ins>', () => slotOn(scene, '/platform/files'), '1234567890'],
    adsense_banner_02: ['2234567890', () => slotOn(scene, '/contact-us'), '2234567890'],
    adsense_banner_03: ['3234567890', () => slotOn(scene, '/'), '3234567890'],
  }) satisfies Record<string, SettingProof>

export const analytics = (scene: SettingScene) =>
  ({
    google_analytics: [
      'G-ABC123XYZ',
      async () => (await scriptOn(scene, '/contact-us', 'gtag/js'))?.includes('id=G-ABC123XYZ') ?? false,
      true,
    ],
  }) satisfies Record<string, SettingProof>
