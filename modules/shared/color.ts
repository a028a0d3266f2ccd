/** Linear-light sRGB, each channel 0..1 (outside of it when out of gamut). */
export type LinearRgb = readonly [number, number, number]

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)

/** The channels of `#rgb` or `#rrggbb`. */
export const linearRgb = (hex: string): LinearRgb => {
  const digits = hex.replace('#', '')
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const channel = (at: number) => toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255)
  return [channel(0), channel(2), channel(4)]
}

/** WCAG 2 relative luminance of a hex color, 0..1. */
export const luminance = (hex: string): number => {
  const [r, g, b] = linearRgb(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
