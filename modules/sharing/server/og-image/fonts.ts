import { fileURLToPath } from 'node:url'

export type FontWeight = 400 | 600

/** Inter (OFL 1.1), Latin subset: the server may have no fonts. Uncompressed, as the text engine reads no WOFF2. */
export const ogImageFonts: Record<FontWeight, { family: string; file: string }> = {
  400: { family: 'Inter', file: fileURLToPath(new URL('../../assets/inter-400.ttf', import.meta.url)) },
  600: { family: 'Inter SemiBold', file: fileURLToPath(new URL('../../assets/inter-600.ttf', import.meta.url)) },
}
