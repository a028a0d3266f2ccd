import type { BrandingSetting } from '../../../platform/index.ts'

/** One size of an image of the installation. */
export interface ImageOutput {
  /** Begins the name of its file. */
  name: string
  width: number
  height: number
  /** `inside`: at most as large, in its own proportions; `contain`: exactly as large, with a margin; `cover`: cropped. */
  fit: 'inside' | 'contain' | 'cover'
  type: 'webp' | 'png' | 'jpg'
  /** Color below transparent parts. */
  background?: string
  /** Part of the edge that stays free on each side, for icons that the system crops to a shape. */
  margin?: number
}

export interface ImageRequest {
  source: Uint8Array
  outputs: readonly ImageOutput[]
}
export interface EncodedImage {
  width: number
  height: number
  bytes: Uint8Array
}
export interface EncodedImages {
  /** In the order of the outputs. */
  images: EncodedImage[]
}

/** Encodes an image. Resolves with files by name, in the order of the outputs; null when `source` is no image. */
export type EncodeImages = (
  source: Buffer,
  outputs: readonly ImageOutput[],
  hash: string,
) => Promise<Map<string, Buffer> | null>

const icon = (edge: number): ImageOutput => ({
  name: 'icon',
  width: edge,
  height: edge,
  fit: 'contain',
  type: 'png',
})
/** Systems crop it to a circle of 80 % of its edge at least (W3C Web App Manifest). */
const maskable: ImageOutput = { ...icon(512), name: 'maskable', background: '#ffffff', margin: 0.1 }
const logo = (name: string, width: number): ImageOutput => ({ name, width, height: 96, fit: 'inside', type: 'webp' })

/** Images that an upload is encoded to. The setting names the first one. */
export const imageOutputs: Record<BrandingSetting, readonly ImageOutput[]> = {
  app_logo: [logo('logo', 192)],
  app_logo_dark: [logo('logo-dark', 192)],
  app_logo_horizontal: [logo('logo-horizontal', 640)],
  app_logo_horizontal_dark: [logo('logo-horizontal-dark', 640)],
  app_favicon: [{ ...icon(64), name: 'favicon' }, icon(192), icon(512), maskable],
  // iOS paints transparent parts black.
  app_touch_icon: [{ ...icon(180), name: 'touch-icon', background: '#ffffff' }, icon(192), icon(512), maskable],
  app_og_image: [{ name: 'og-image', width: 1_200, height: 627, fit: 'cover', type: 'jpg', background: '#ffffff' }],
}

/** Icons of the app where none is uploaded: made from the product's own in the installation's color, without margins. */
export const defaultIconOutputs: readonly ImageOutput[] = [
  { ...icon(180), name: 'touch-icon' },
  icon(192),
  icon(512),
  { ...icon(512), name: 'maskable' },
]
