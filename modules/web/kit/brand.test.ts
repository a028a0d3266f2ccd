import fc from 'fast-check'
import t from 'tap'
import { brandCss, brandSurfaces, brandTokens, defaultBrand } from './brand.ts'
import { contrastRatio, toHex } from './color.ts'

const themes = ['light', 'dark'] as const

/** Token pairs of a color below their contrast ratio, as readable lines. */
const failures = (hex: string): string[] => {
  const both = brandTokens(hex)
  return themes.flatMap((theme) => {
    const at = (name: string): string => {
      const value = both[theme][name]
      if (!value || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`${name} of ${hex} is ${value}`)
      return value
    }
    const backgrounds = brandSurfaces[theme].map(toHex)
    const pairs: Array<[name: string, foreground: string, background: string, minRatio: number]> = [
      ['on-brand / brand-solid', at('on-brand'), at('brand-solid'), 4.5],
      ['on-brand / brand-solid-hover', at('on-brand'), at('brand-solid-hover'), 4.5],
      ['brand-text / brand-tint', at('brand-text'), at('brand-tint'), 4.5],
      ['brand-text / brand-tint-hover', at('brand-text'), at('brand-tint-hover'), 4.5],
      ['on-brand-mark / brand-mark', at('on-brand-mark'), at('brand-mark'), 3],
    ]
    for (const background of backgrounds) {
      pairs.push(['brand-text / surface', at('brand-text'), background, 4.5])
      pairs.push(['brand-mark / surface', at('brand-mark'), background, 3])
      pairs.push(['focus / surface', at('focus'), background, 3])
    }
    return pairs
      .filter(([, foreground, background, minRatio]) => contrastRatio(foreground, background) < minRatio)
      .map(
        ([name, foreground, background]) =>
          `${hex} ${theme} ${name}: ${contrastRatio(foreground, background).toFixed(2)}`,
      )
  })
}

t.test('contrast: matches known pairs', async (t) => {
  t.equal(contrastRatio('#000000', '#ffffff').toFixed(2), '21.00')
  t.equal(contrastRatio('#777777', '#ffffff').toFixed(2), '4.48')
  t.equal(contrastRatio('#fff', '#fff'), 1)
})

t.test('brandTokens: difficult colors keep their contrast ratios', async (t) => {
  const difficult = ['#FFE600', '#001a4d', '#ffffff', '#000000', '#808080', '#777777', '#00ffff', '#ff0000', '#0000ff']
  for (const hex of [defaultBrand, ...difficult]) t.strictSame(failures(hex), [], hex)
})

t.test('brandTokens: random colors keep their contrast ratios', async (t) => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, (hex) => {
      t.strictSame(failures(hex), [])
    }),
    { numRuns: 1500 },
  )
})

t.test('brandTokens: keeps the exact default color for fills', async (t) => {
  t.equal(brandTokens('#00BC7E').light['brand-solid'], '#00bc7e')
  t.equal(brandTokens('#00BC7E').dark['brand-solid'], '#00bc7e')
})

t.test('brandCss: replaces an invalid color by the default and cannot close the style element', async (t) => {
  const fallback = brandCss(defaultBrand)
  for (const evil of ['', 'red', '#12345', '</style><script>', '#00BC7E;}body{display:none', 'url(x)']) {
    t.equal(brandCss(evil), fallback, evil)
  }
  const block = String.raw`\{(--[a-z-]+:#[0-9a-f]{6};?)+\}`
  const system = String.raw`@media\(prefers-color-scheme:dark\)\{\[data-theme=system\]${block}\}`
  t.match(fallback, new RegExp(String.raw`^:root${block}\[data-theme=dark\]${block}${system}$`))
})
