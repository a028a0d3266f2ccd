import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { brandSurfaces, brandTokens, defaultBrand } from './brand.ts'
import { contrastRatio, toHex } from './color.ts'
import { folderColors, folderEdge } from './files/folderColors.ts'

const read = (name: string) => readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8')

const parseColor = (text: string): string | undefined => {
  if (text.startsWith('#')) return text
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text)
  return parts ? toHex([Number(parts[1]), Number(parts[2]), Number(parts[3])]) : undefined
}

/** The color tokens of a stylesheet in both themes, with var() resolved. */
const tokens = (css: string) => {
  const found = { light: new Map<string, string>(), dark: new Map<string, string>() }
  for (const [, name = '', value = ''] of css.matchAll(/^ +--([a-z0-9-]+): ([^;]+);$/gm)) {
    const both = /^light-dark\((oklch\([^)]+\)|#[0-9a-f]+), (oklch\([^)]+\)|#[0-9a-f]+)\)$/.exec(value)
    const alias = /^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1]
    for (const [index, theme] of (['light', 'dark'] as const).entries()) {
      const hex = alias ? found[theme].get(alias) : parseColor(both?.[index + 1] ?? value)
      if (hex) found[theme].set(name, hex)
    }
  }
  return found
}

const sheet = tokens(read('tokens.css'))
const semantic = ['success', 'danger', 'warning', 'info', 'purple']
const edged = new Set<string>(folderColors.filter((name) => folderEdge(name) !== 'none'))
const backgrounds = ['page', 'surface', 'raised', 'sunken', 'hover']

t.equal(sheet.light.size, sheet.dark.size, 'both themes have every token')
t.ok(sheet.light.size > 60, 'the stylesheet was parsed')

for (const theme of ['light', 'dark'] as const) {
  const at = (name: string): string => {
    const value = sheet[theme].get(name)
    if (!value) throw new Error(`${theme} has no --${name}`)
    return value
  }
  const atLeast = (t: Test, ratio: number, foreground: string, background: string) =>
    t.ok(
      contrastRatio(at(foreground), at(background)) >= ratio,
      `${foreground} on ${background}: ${contrastRatio(at(foreground), at(background)).toFixed(2)}`,
    )

  t.test(`${theme}: text, graphics and controls`, async (t) => {
    for (const background of backgrounds) {
      atLeast(t, 7, 'text', background)
      atLeast(t, 4.5, 'muted', background)
      atLeast(t, 3, 'faint', background)
      atLeast(t, 3, 'control', background)
      for (const name of semantic) {
        atLeast(t, 4.5, `${name}-text`, background)
        atLeast(t, 3, `${name}-mark`, background)
      }
      // A folder as bright as the page is distinguished by its outline.
      for (const name of folderColors)
        atLeast(t, 3, edged.has(name) ? `folder-${name}-edge` : `folder-${name}`, background)
    }
    for (const name of semantic) {
      for (const tint of ['tint', 'tint-hover']) {
        atLeast(t, 4.5, `${name}-text`, `${name}-${tint}`)
        atLeast(t, 4.5, 'text', `${name}-${tint}`)
      }
    }
    atLeast(t, 4.5, 'n10', 'surface')
    atLeast(t, 4.5, 'muted', 'n4')
    atLeast(t, 4.5, 'muted', 'n5')
    atLeast(t, 4.5, 'on-danger', 'danger-solid')
    atLeast(t, 4.5, 'on-danger', 'danger-solid-hover')
    atLeast(t, 7, 'on-tip', 'tip')
  })

  t.test(`${theme}: the brand is derived against the surfaces of the stylesheet`, async (t) => {
    const known = brandSurfaces[theme].map(toHex)
    for (const background of backgrounds) t.ok(known.includes(at(background)), `${background} ${at(background)}`)
    const brand = tokens(read('brand.css'))[theme]
    t.strictSame(Object.fromEntries(brand), brandTokens(defaultBrand)[theme], 'brand.css is the default brand')
  })
}
