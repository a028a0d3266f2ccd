import sharp from 'sharp'
import { anonymous } from '../actors.ts'
import type { SettingProof, SettingScene } from './scene.ts'

const picture = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#7c3aed' } })
  .png()
  .toBuffer()

/** Media type of the picture that the home page names like this; null without one. */
const pictureType = async ({ app, html }: SettingScene, name: string, theme = 'light') => {
  const found = new RegExp(`/branding/${name}-[\\w-]{16}-\\d+x\\d+\\.\\w+`).exec(
    await html('/', { cookie: `theme=${theme}` }),
  )?.[0]
  return found ? (await anonymous(app).fetch(found)).headers.get('content-type') : null
}

/** Color in the middle of the icon that phones put on their home screens. */
const touchIcon = async ({ app }: SettingScene) => {
  const icon = await (await anonymous(app).fetch('/apple-touch-icon.png')).arrayBuffer()
  const { data, info } = await sharp(Buffer.from(icon)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const middle = (info.width * (info.height >> 1) + (info.width >> 1)) * info.channels
  return [...data.subarray(middle, middle + 3)].join()
}

export const brand = (scene: SettingScene) =>
  ({
    app_title: ['Acme Files', async () => (await scene.page.title()).endsWith(' – Acme Files'), true],
    app_description: [
      'Ours alone',
      async () => (await scene.html('/')).includes('<meta name="description" content="Ours alone"'),
      true,
    ],
    app_color: [
      '#7c3aed',
      () =>
        scene.page.evaluate(() => {
          const probe = document.createElement('p')
          probe.className = 'bg-brand-solid'
          document.body.append(probe)
          const { backgroundColor } = getComputedStyle(probe)
          probe.remove()
          return backgroundColor
        }),
      'rgb(124, 58, 237)',
    ],
    app_logo: [picture, () => pictureType(scene, 'logo'), 'image/webp'],
    app_logo_dark: [picture, () => pictureType(scene, 'logo-dark', 'dark'), 'image/webp'],
    app_favicon: [picture, () => pictureType(scene, 'favicon'), 'image/png'],
    app_touch_icon: [picture, () => touchIcon(scene), '124,58,237'],
    app_og_image: [picture, () => pictureType(scene, 'og-image'), 'image/jpeg'],
  }) satisfies Record<string, SettingProof>

/** They take the place of the other logos. */
export const wideLogos = (scene: SettingScene) =>
  ({
    app_logo_horizontal: [picture, () => pictureType(scene, 'logo-horizontal'), 'image/webp'],
    app_logo_horizontal_dark: [picture, () => pictureType(scene, 'logo-horizontal-dark', 'dark'), 'image/webp'],
  }) satisfies Record<string, SettingProof>
