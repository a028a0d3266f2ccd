import { contrastRatio, fromHex, type Oklch, toHex } from './color.ts'

/** The color of an installation whose admin set none. */
export const defaultBrand = '#00BC7E'

/**
 * The backgrounds that brand colors must stay readable on; the same values stand in styles/tokens.css
 * (page, surface, raised, sunken, hover), and tokens.test.ts compares the two.
 */
export const brandSurfaces: Record<'light' | 'dark', readonly Oklch[]> = {
  light: [
    [0.982, 0.003, 255],
    [1, 0, 255],
    [0.968, 0.004, 255],
    [0.949, 0.005, 255],
  ],
  dark: [
    [0.172, 0.006, 262],
    [0.204, 0.007, 262],
    [0.24, 0.008, 262],
    [0.27, 0.009, 262],
  ],
}

type Theme = keyof typeof brandSurfaces

/** Moves lightness away from the backgrounds until the contrast with each is at least `ratio`. */
const readable = ([l, c, h]: Oklch, backgrounds: readonly string[], ratio: number, theme: Theme): string => {
  const step = theme === 'light' ? -0.005 : 0.005
  for (let lightness = l; lightness >= 0 && lightness <= 1; lightness += step) {
    const hex = toHex([lightness, c, h])
    if (backgrounds.every((background) => contrastRatio(hex, background) >= ratio)) return hex
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

/** The fill with its foreground: white where slight darkening allows it, else a near-black of the same hue. */
const fill = ([l, c, h]: Oklch): { solid: Oklch; foreground: string } => {
  if (contrastRatio(toHex([l, c, h]), '#ffffff') >= 3) {
    let lightness = l
    while (contrastRatio(toHex([lightness, c, h]), '#ffffff') < 4.6) lightness -= 0.005
    return { solid: [lightness, c, h], foreground: '#ffffff' }
  }
  return { solid: [l, c, h], foreground: toHex([0.19, Math.min(c, 0.04), h]) }
}

const forTheme = (hex: string, theme: Theme): Record<string, string> => {
  const base = fromHex(hex)
  const [, c, h] = base
  const light = theme === 'light'
  const { solid, foreground } = fill(base)
  // The hover shade moves away from the foreground, so that the label only gains contrast.
  const hover: Oklch = [Math.min(1, Math.max(0, solid[0] + (foreground === '#ffffff' ? -0.04 : 0.035))), c, h]
  const tint = toHex(light ? [0.965, Math.min(c * 0.22, 0.03), h] : [0.272, Math.min(c * 0.3, 0.045), h])
  const tintHover = toHex(light ? [0.94, Math.min(c * 0.32, 0.045), h] : [0.31, Math.min(c * 0.36, 0.055), h])
  const backgrounds = brandSurfaces[theme].map(toHex)
  const graphic = readable(base, backgrounds, 3.1, theme)
  const faded = contrastRatio(toHex(solid), backgrounds[1] ?? '') < 1.6
  return {
    'brand-solid': toHex(solid),
    'brand-solid-hover': toHex(hover),
    'brand-edge': faded ? graphic : toHex([Math.max(0, solid[0] - 0.05), c, h]),
    'on-brand': foreground,
    'brand-mark': graphic,
    'on-brand-mark': contrastRatio(graphic, '#ffffff') >= 3 ? '#ffffff' : '#101214',
    'brand-text': readable(base, [...backgrounds, tint, tintHover], 4.6, theme),
    'brand-tint': tint,
    'brand-tint-hover': tintHover,
    'brand-line': toHex(light ? [0.87, Math.min(c * 0.55, 0.08), h] : [0.4, Math.min(c * 0.5, 0.07), h]),
    focus: readable(
      light ? [Math.min(solid[0], 0.62), c, h] : [Math.max(solid[0], 0.7), c, h],
      backgrounds,
      3.2,
      theme,
    ),
  }
}

/**
 * The brand tokens of both themes, derived from the admin's color in OKLCH. Names without `--`, values `#rrggbb`.
 * Text keeps 4.5:1 on its background, graphics and focus rings 3:1, whatever the color; an invalid hex color counts
 * as the default.
 */
export const brandTokens = (hex: string): { light: Record<string, string>; dark: Record<string, string> } => {
  const color = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(hex) ? hex : defaultBrand
  return { light: forTheme(color, 'light'), dark: forTheme(color, 'dark') }
}

/** The CSS text to put into a `<style>` in `<head>`; safe to inline, as it holds only names and hex colors. */
export const brandCss = (hex: string): string => {
  if (cached?.hex !== hex) cached = { hex, css: buildCss(hex) }
  return cached.css
}

/** Cache of the last brand: an installation has one, and deriving it costs more than rendering a page. */
let cached: { hex: string; css: string } | undefined

/** Avoids light-dark(), which browsers of 2023 lack; in the stylesheets the build replaces it. */
const buildCss = (hex: string): string => {
  const { light, dark } = brandTokens(hex)
  const declarations = (tokens: Record<string, string>) =>
    Object.entries(tokens)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')
  const [bright, dim] = [declarations(light), declarations(dark)]
  return `:root{${bright}}[data-theme=dark]{${dim}}@media(prefers-color-scheme:dark){[data-theme=system]{${dim}}}`
}
