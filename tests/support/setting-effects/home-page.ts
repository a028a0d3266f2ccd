import { type HomepageText, homepageTexts } from '../../../modules/site/contract.ts'
import { sharedReading } from './readings.ts'
import type { SettingProof, SettingScene } from './scene.ts'

/** The operator's words, each in its place. */
export const homePageTexts = (scene: SettingScene) => {
  const home = sharedReading(() => scene.html('/'))
  const proofOf = (name: HomepageText): SettingProof => {
    const words = `Our own ${name.replaceAll('_', ' ')}`
    const read = home()
    return [words, async () => (await read()).includes(`>${words}<`), true]
  }
  return Object.fromEntries(homepageTexts.map((name) => [name, proofOf(name)])) as Record<HomepageText, SettingProof>
}

export const homePageSections = ({ app, html }: SettingScene) => {
  const home = sharedReading(() => html('/'))
  const has = (key: string) => {
    const read = home()
    return async () => (await read()).includes(app.coffer.platform.i18n.messages('en')[key] ?? key)
  }
  return {
    section_features: [false, has('site:page.home.features.title'), false],
    section_feature_boxes: [false, has('site:page.home.reasons.1.title'), false],
    section_pricing_content: [false, has('site:page.home.pricing.title'), false],
    section_get_started: [false, has('site:page.home.start.title'), false],
  } satisfies Record<string, SettingProof>
}

export const homePage = ({ app, page }: SettingScene) =>
  ({
    allow_homepage: [
      false,
      async () => {
        await page.goto(app.url)
        return new URL(page.url()).pathname
      },
      '/platform/files',
    ],
  }) satisfies Record<string, SettingProof>
