import { contrast, fromHex, type Oklch, toHex } from './color.ts'

/** The colour of an installation whose admin chose none. */
export const defaultBrand = '#00BC7E'

/**
 * The backgrounds that brand colours must stay readable on; the same values stand in styles/tokens.css
 * (page, surface, raised, sunken, hover), and tokens.test.ts compares the two.
 */
export const surfaces: Record<'light' | 'dark', readonly Oklch[]> = {
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

type Theme = keyof typeof surfaces

/** Walks lightness away from the backgrounds until every one of them is at least `ratio` away. */
const readable = ([l, c, h]: Oklch, backgrounds: readonly string[], ratio: number, theme: Theme): string => {
  const step = theme === 'light' ? -0.005 : 0.005
  for (let at = l; at >= 0 && at <= 1; at += step) {
    const hex = toHex([at, c, h])
    if (backgrounds.every((background) => contrast(hex, background) >= ratio)) return hex
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

/** The fill with its ink: white where a small darkening allows it, else a near-black of the same hue. */
const fill = ([l, c, h]: Oklch): { solid: Oklch; ink: string } => {
  if (contrast(toHex([l, c, h]), '#ffffff') >= 3) {
    let at = l
    while (contrast(toHex([at, c, h]), '#ffffff') < 4.6) at -= 0.005
    return { solid: [at, c, h], ink: '#ffffff' }
  }
  return { solid: [l, c, h], ink: toHex([0.19, Math.min(c, 0.04), h]) }
}

const forTheme = (hex: string, theme: Theme): Record<string, string> => {
  const base = fromHex(hex)
  const [, c, h] = base
  const light = theme === 'light'
  const { solid, ink } = fill(base)
  // The hover shade moves away from the ink, so that the label only gains contrast.
  const hover: Oklch = [Math.min(1, Math.max(0, solid[0] + (ink === '#ffffff' ? -0.04 : 0.035))), c, h]
  const tint = toHex(light ? [0.965, Math.min(c * 0.22, 0.03), h] : [0.272, Math.min(c * 0.3, 0.045), h])
  const tintHover = toHex(light ? [0.94, Math.min(c * 0.32, 0.045), h] : [0.31, Math.min(c * 0.36, 0.055), h])
  const grounds = surfaces[theme].map(toHex)
  const mark = readable(base, grounds, 3.1, theme)
  const faded = contrast(toHex(solid), grounds[1] ?? '') < 1.6
  return {
    'brand-solid': toHex(solid),
    'brand-solid-hover': toHex(hover),
    'brand-edge': faded ? mark : toHex([Math.max(0, solid[0] - 0.05), c, h]),
    'on-brand': ink,
    'brand-mark': mark,
    'on-brand-mark': contrast(mark, '#ffffff') >= 3 ? '#ffffff' : '#101214',
    'brand-text': readable(base, [...grounds, tint, tintHover], 4.6, theme),
    'brand-tint': tint,
    'brand-tint-hover': tintHover,
    'brand-line': toHex(light ? [0.87, Math.min(c * 0.55, 0.08), h] : [0.4, Math.min(c * 0.5, 0.07), h]),
    focus: readable(light ? [Math.min(solid[0], 0.62), c, h] : [Math.max(solid[0], 0.7), c, h], grounds, 3.2, theme),
  }
}

/**
 * The brand tokens of both themes, derived from the admin's colour in OKLCH. Names without `--`, values `#rrggbb`.
 * Text on its ground keeps 4.5:1, marks and focus 3:1, whatever the colour; a text that is no hex colour counts as
 * the default.
 */
export const brandTokens = (hex: string): { light: Record<string, string>; dark: Record<string, string> } => {
  const colour = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(hex) ? hex : defaultBrand
  return { light: forTheme(colour, 'light'), dark: forTheme(colour, 'dark') }
}

/** The CSS text to put into a `<style>` in `<head>`; safe to inline, as it holds only names and hex colours. */
export const brandCss = (hex: string): string => {
  if (known?.hex !== hex) known = { hex, css: makeCss(hex) }
  return known.css
}

/** The last brand asked for: an installation has one, and deriving it costs more than a page's markup. */
let known: { hex: string; css: string } | undefined

/** Without light-dark(), which browsers of 2023 do not know; in the stylesheets the build replaces it. */
const makeCss = (hex: string): string => {
  const { light, dark } = brandTokens(hex)
  const listed = (tokens: Record<string, string>) =>
    Object.entries(tokens)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')
  const [bright, dim] = [listed(light), listed(dark)]
  return `:root{${bright}}[data-theme=dark]{${dim}}@media(prefers-color-scheme:dark){[data-theme=system]{${dim}}}`
}
