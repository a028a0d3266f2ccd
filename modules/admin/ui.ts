import type { PaletteSource } from '../storage/ui.ts'

/** Pages of the administration and their settings, for the palette of administrators. */
export const adminPalette: PaletteSource = {
  role: 'admin',
  load: async () => (await import('./ui/palette.ts')).paletteEntries,
}
