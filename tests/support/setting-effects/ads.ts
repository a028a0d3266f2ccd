import { hydrated } from '../browser.ts'
import { sharedReading } from './readings.ts'
import type { SettingProof, SettingScene } from './scene.ts'

/** The place for an advertisement on a page, and the scripts of Google that it loads once it is hydrated; cookies are accepted. */
const advertised = async ({ app, page, googled }: SettingScene, path: string) => {
  googled.length = 0
  await page.goto(app.url + path)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const scripts = [...googled]
  const slots = await page
    .locator('ins[data-ad-slot]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.adSlot))
  return { slot: slots[0] ?? null, script: (name: string) => scripts.find((url) => url.includes(name)) ?? null }
}

export const ads = (scene: SettingScene) => {
  const home = sharedReading(() => advertised(scene, '/'))
  const script = () => {
    const read = home()
    return async () => (await read()).script('adsbygoogle.js')
  }
  const [loaded, ofClient, third] = [script(), script(), home()]
  const slotOn = (path: string) => async () => (await advertised(scene, path)).slot
  return {
    allowed_adsense: [true, async () => (await loaded()) !== null, true],
    adsense_client_id: [
      'ca-pub-1234567890123456',
      async () => new URL((await ofClient()) ?? scene.app.url).searchParams.get('client'),
      'ca-pub-1234567890123456',
    ],
    adsense_banner_01: ['<ins data-ad-slot="1234567890"></ins>', slotOn('/platform/files'), '1234567890'],
    adsense_banner_02: ['2234567890', slotOn('/contact-us'), '2234567890'],
    adsense_banner_03: ['3234567890', async () => (await third()).slot, '3234567890'],
  } satisfies Record<string, SettingProof>
}

export const analytics = (scene: SettingScene) =>
  ({
    google_analytics: [
      'G-ABC123XYZ',
      async () => (await advertised(scene, '/contact-us')).script('gtag/js')?.includes('id=G-ABC123XYZ') ?? false,
      true,
    ],
  }) satisfies Record<string, SettingProof>
