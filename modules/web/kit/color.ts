import { type LinearRgb, linearRgb, luminance } from '../../shared/contract.ts'

/** A color in OKLCH: lightness 0..1, chroma 0..~0.37, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

const toGamma = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055)

/** `#rgb` or `#rrggbb` to OKLCH (Björn Ottosson's matrices). */
export const fromHex = (hex: string): Oklch => {
  const [r, g, b] = linearRgb(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(a, bb), ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360]
}

const linear = ([lightness, chroma, hue]: Oklch): LinearRgb => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const inGamut = (rgb: LinearRgb) => rgb.every((c) => c >= -0.0005 && c <= 1.0005)

/** OKLCH to `#rrggbb`; chroma is lowered until the color fits sRGB, so hue and lightness stay. */
export const toHex = ([lightness, chroma, hue]: Oklch): string => {
  let [low, high] = [0, chroma]
  if (!inGamut(linear([lightness, chroma, hue]))) {
    for (let i = 0; i < 14; i++) {
      const middle = (low + high) / 2
      if (inGamut(linear([lightness, middle, hue]))) low = middle
      else high = middle
    }
    chroma = low
  }
  const part = (c: number) =>
    Math.round(toGamma(Math.min(1, Math.max(0, c))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${linear([lightness, chroma, hue]).map(part).join('')}`
}

/** WCAG 2 contrast ratio of two hex colors, 1..21. */
export const contrastRatio = (color: string, other: string): number => {
  const [a, b] = [luminance(color), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
