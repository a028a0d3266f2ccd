import { textColorOn } from '../../../platform/index.ts'
import { escapeHtml } from '../../../shared/contract.ts'
import { ogImageSize } from '../../contract.ts'
import { type FontWeight, ogImageFonts } from './fonts.ts'

export interface OgImageContent {
  title: string
  /** Size and owner. */
  lines: string[]
  app: string
  /** `#rrggbb` of the installation. */
  color: string
  glyph: 'file' | 'folder' | 'lock'
  /** Thumbnail, as WebP. */
  picture: Buffer | null
}

const { width, height } = ogImageSize
const margin = 80
const side = 390

/** Shortens a name to three lines, keeping its extension. */
const shortened = (name: string): string => {
  const signs = [...name]
  return signs.length <= 64 ? name : `${signs.slice(0, 48).join('')}…${signs.slice(-14).join('')}`
}

const glyphs: Record<OgImageContent['glyph'], string> = {
  file: '<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8l6 6v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5"/>',
  folder:
    '<path d="M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z"/>',
  lock: '<rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>',
}

const frame = ({ color, glyph, picture }: OgImageContent) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#f7f8fa"/>
  <rect width="${width}" height="10" fill="${color}"/>
  <g transform="translate(${margin} ${height - margin - 44}) scale(1.375)">
    <rect width="32" height="32" rx="8" fill="${color}"/>
    <path d="M8 14.5h16v7a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2v-7ZM8 11.5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3M16 16.5v3" fill="none"
      stroke="${textColorOn(color)}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>
  </g>
  ${
    picture
      ? ''
      : `<g transform="translate(${width - margin - side} ${top})">
    <rect width="${side}" height="${side}" rx="28" fill="#ffffff" stroke="#e1e4e9" stroke-width="2"/>
    <g transform="translate(107 107) scale(7.33)" fill="none" stroke="#5b6472" stroke-width="1.3"
      stroke-linecap="round" stroke-linejoin="round">${glyphs[glyph]}</g></g>`
  }
</svg>`)

/** Font sizes, tried in this order until the title is at most `maxTitleHeight` px high. */
const titleSizes = [60, 50, 42]
const maxTitleHeight = 215
const top = 110

/** Preview image of 1200×630 px, as PNG. Loads the image library with the first one: most links are never posted. */
export const renderOgImage = async (facts: OgImageContent): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  const space = width - 3 * margin - side
  const line = (text: string, size: number, weight: FontWeight, ink: string) =>
    sharp({
      text: {
        text: `<span foreground="${ink}">${escapeHtml(text)}</span>`,
        font: `${ogImageFonts[weight].family}, ${size}`,
        fontfile: ogImageFonts[weight].file,
        width: space,
        wrap: 'word-char',
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  let title = await line(shortened(facts.title), titleSizes[0] as number, 600, '#14181f')
  for (const size of titleSizes.slice(1))
    if (title.info.height > maxTitleHeight) title = await line(shortened(facts.title), size, 600, '#14181f')
  const app = await line(facts.app, 30, 600, '#14181f')
  let next = top + title.info.height + 30
  const lines = []
  for (const text of facts.lines.filter(Boolean)) {
    const { data, info } = await line(text, 32, 400, '#4a5260')
    lines.push({ input: data, left: margin, top: next })
    next += info.height + 16
  }
  const mask = Buffer.from(
    `<svg width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="28"/></svg>`,
  )
  const picture =
    facts.picture &&
    (await sharp(facts.picture)
      .resize(side, side, { fit: 'cover' })
      .composite([{ input: mask, blend: 'dest-in' }])
      .png()
      .toBuffer())
  return sharp(frame(facts))
    .composite([
      { input: title.data, left: margin, top },
      ...lines,
      { input: app.data, left: margin + 62, top: Math.round(height - margin - 22 - app.info.height / 2) },
      ...(picture ? [{ input: picture, left: width - margin - side, top }] : []),
    ])
    .png({ compressionLevel: 9, palette: picture === null })
    .toBuffer()
}
