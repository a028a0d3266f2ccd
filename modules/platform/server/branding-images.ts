import type { BrandingImage } from '../contract.ts'
import type { Settings } from './settings/settings.ts'

/** Settings that name an uploaded image. */
export const brandingSettings = [
  'app_logo',
  'app_logo_dark',
  'app_logo_horizontal',
  'app_logo_horizontal_dark',
  'app_favicon',
  'app_touch_icon',
  'app_og_image',
] as const
export type BrandingSetting = (typeof brandingSettings)[number]

/** `{name}-{hash of the upload}-{width}x{height}.{type}`. */
export const imageFile = /^([a-z-]{1,30})-([\w-]{16})-(\d{1,4})x(\d{1,4})\.(webp|png|jpg)$/

/** URL and size in px of an image by its file; null without one. */
export const brandingImage = (file: string): BrandingImage | null => {
  const [, , , width, height] = imageFile.exec(file) ?? []
  return width && height ? { src: `/branding/${file}`, width: Number(width), height: Number(height) } : null
}

/** The installation's images, by the name of their setting. Settings without an image are missing. */
export const brandingImages = async (
  settings: Pick<Settings, 'get'>,
): Promise<Partial<Record<BrandingSetting, BrandingImage>>> => {
  const images: Partial<Record<BrandingSetting, BrandingImage>> = {}
  for (const name of brandingSettings) {
    const image = brandingImage(await settings.get(name))
    if (image) images[name] = image
  }
  return images
}
