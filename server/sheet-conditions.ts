import { flatRules, type StyleRule } from './style-rules.ts'

const unicodeRange = (fontFace: string) => /unicode-range:([^;}]+)/.exec(fontFace)?.[1] ?? ''
/** Whether a rule is a font for some characters only, unlike the preloaded one (with the space) and those without a range. */
export const isOptionalFont = (rule: string) =>
  rule.startsWith('@font-face') && !/^$|\bU\+0*20\b/i.test(unicodeRange(rule))

/** A font, and a pattern that finds one of its characters. */
export interface OptionalFont {
  rule: string
  characters: RegExp
}

export const optionalFonts = (sheets: readonly (readonly StyleRule[])[]): OptionalFont[] =>
  sheets.flat().flatMap((rule) => {
    if (rule.type !== 'statement' || !isOptionalFont(rule.text)) return []
    const ranges = unicodeRange(rule.text).replace(
      /U\+([\da-f]+)(?:-([\da-f]+))?,?/gi,
      (_all, first: string, last = first) => {
        return `\\u{${first}}-\\u{${last}}`
      },
    )
    return [{ rule: rule.text, characters: new RegExp(`[${ranges.replaceAll(' ', '')}]`, 'u') }]
  })

/** Names of the `data-` attributes that the sheets name. */
export const namedAttributes = (sheets: readonly (readonly StyleRule[])[]): string[] => {
  const names = sheets
    .flatMap(flatRules)
    .flatMap((rule) => (rule.type === 'style' ? rule.selectors.flatMap(({ data }) => data) : []))
    .map((attribute) => attribute.replace(/=.*/s, ''))
  return [...new Set(names)]
}

/** Elements of so many documents that a search for them saves nothing. */
export const commonTags = 'html body a div span p h1 h2 ul li svg label button input'.split(' ')

/** Elements that the sheets name and that a document may lack. */
export const optionalTags = (sheets: readonly (readonly StyleRule[])[]): Set<string> => {
  const tags = sheets
    .flatMap(flatRules)
    .flatMap((rule) => (rule.type === 'style' ? rule.selectors.flatMap(({ tags }) => tags) : []))
  return new Set(tags.filter((tag) => !commonTags.includes(tag)))
}
