import { parseRules, propertiesRead, type Rule } from './style-rules.ts'

/** What a document uses of the style sheets. */
export interface UsedStyles {
  classes: ReadonlySet<string>
  /** Custom properties that its own styles and attributes read, as `--line`. */
  properties: ReadonlySet<string>
  /** Has only characters of the font that is preloaded. */
  western: boolean
  /** Has controls of forms. */
  forms: boolean
}

const classAttribute = ' class="'
/** Hidden fields, which the footer's forms have, look like nothing. */
const control = /<(?:input(?! type="hidden")|select|textarea|progress)\b/
/** Selectors that match controls of forms and their parts only. */
const ofControls =
  /^(?:textarea|select|optgroup|progress|:-moz-ui-invalid|::(?:file-selector-button|placeholder|-webkit-(?:search|date|calendar|inner|outer)[\w-]*)|:where\(select.*|input:.*)$/

const unicodeRange = (fontFace: string) => /unicode-range:([^;}]+)/.exec(fontFace)?.[1]
/** The font for Western European text, which is preloaded, and the fallback fonts: they have no range. */
const isWesternFont = (fontFace: string) => /^$|\bU\+0*20\b/i.test(unicodeRange(fontFace) ?? '')

/** Finds a character that the preloaded font of the sheets does not have. */
export const foreignCharacter = (sheets: readonly (readonly Rule[])[]): RegExp => {
  const faces = sheets.flat().flatMap((rule) => (rule.type === 'statement' ? [rule.text] : []))
  const range = faces.filter(isWesternFont).map(unicodeRange).find(Boolean)
  if (!range) return /(?:)/
  const characters = range.replace(/U\+([\da-f]+)(?:-([\da-f]+))?,?/gi, (_all, first: string, last = first) => {
    return `\\u{${first}}-\\u{${last}}`
  })
  return new RegExp(`[^\\s${characters}]`, 'u')
}

/** Distinct values of the class attributes. React escapes quotes in texts, so that only attributes match. */
const classValues = (html: string): Set<string> => {
  const values = new Set<string>()
  for (let at = html.indexOf(classAttribute); at >= 0; ) {
    const start = at + classAttribute.length
    const end = html.indexOf('"', start)
    values.add(html.slice(start, end))
    at = html.indexOf(classAttribute, end)
  }
  return values
}

/** A twentieth of the time of `foreign` on its own. */
const hasForeign = (html: string, foreign: RegExp): boolean => {
  for (const [text] of html.matchAll(/[\u0080-\uffff]+/g)) if (foreign.test(text)) return true
  return false
}

const decode = (value: string) => value.replaceAll('&gt;', '>').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

/** What a document uses, and a key that documents which use the same have in common. */
export const usedStyles = (html: string, foreign: RegExp): { key: string; used: () => UsedStyles } => {
  const values = [...classValues(html)].sort()
  const properties = new Set(propertiesRead(html))
  const [western, forms] = [!hasForeign(html, foreign), control.test(html)]
  return {
    key: [values.join('"'), ...[...properties].sort(), western, forms].join('\n'),
    used: () => {
      const classes = new Set(values.flatMap((value) => decode(value).split(/\s+/)))
      return { classes, properties, western, forms }
    },
  }
}

/** Rules that apply to elements of the document. */
const applying = (rules: readonly Rule[], used: UsedStyles): Rule[] =>
  rules.flatMap((rule): Rule[] => {
    if (rule.type === 'statement') return [rule]
    if (rule.type === 'group') {
      const inside = applying(rule.rules, used)
      return inside.length > 0 ? [{ ...rule, rules: inside }] : []
    }
    const selectors = rule.selectors.filter(
      ({ text, classes }) => classes.every((name) => used.classes.has(name)) && (used.forms || !ofControls.test(text)),
    )
    return selectors.length > 0 ? [{ ...rule, selectors }] : []
  })

const flat = (rules: readonly Rule[]): Rule[] =>
  rules.flatMap((rule) => (rule.type === 'group' ? flat(rule.rules) : [rule]))

/** All custom properties whose values reach an element, directly or through others. */
const reached = (rules: readonly Rule[], properties: ReadonlySet<string>): Set<string> => {
  const names = new Set(properties)
  const readBy = new Map<string, string[]>()
  for (const rule of rules) {
    if (rule.type === 'statement') for (const name of rule.reads) names.add(name)
    if (rule.type !== 'style') continue
    for (const { custom, reads } of rule.declarations)
      if (custom) readBy.set(custom, [...(readBy.get(custom) ?? []), ...reads])
      else for (const name of reads) names.add(name)
  }
  // A set's iteration reaches what is added meanwhile.
  for (const name of names) for (const other of readBy.get(name) ?? []) names.add(other)
  return names
}

/** The rules of the sheets that show a document which uses `used` as the whole sheets do, until a script changes it. */
export const criticalCss = (sheets: readonly (readonly Rule[])[], used: UsedStyles): string => {
  const kept = sheets.map((rules) => applying(rules, used))
  const all = kept.flatMap(flat)
  const properties = reached(all, used.properties)
  const animations = new Set(
    all.flatMap((rule) =>
      rule.type === 'style'
        ? rule.declarations.flatMap(({ text }) => (text.includes('anim') ? (text.match(/[\w-]+/g) ?? []) : []))
        : [],
    ),
  )
  const print = (rule: Rule): string => {
    if (rule.type === 'statement') {
      const { name, text } = rule
      if (name !== null) return properties.has(name) || animations.has(name) ? text : ''
      return !used.western || !text.startsWith('@font-face') || isWesternFont(text) ? text : ''
    }
    const body =
      rule.type === 'group'
        ? rule.rules.map(print).join('')
        : rule.declarations
            .filter(({ custom }) => custom === null || properties.has(custom))
            .map(({ text }) => text)
            .join(';')
    if (body === '') return ''
    const prelude = rule.type === 'group' ? rule.prelude : rule.selectors.map(({ text }) => text).join(',')
    return `${prelude}{${body}}`
  }
  return kept.flat().map(print).join('')
}

/** The rules of a style sheet, to select from. */
export const styleSheet = (css: string): Rule[] => parseRules(css.replace(/\/\*[\s\S]*?\*\//g, ''))
