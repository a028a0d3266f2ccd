import { parseRules, propertiesRead, type Rule } from './style-rules.ts'

/** What a document uses of the style sheets. */
export interface UsedStyles {
  classes: ReadonlySet<string>
  /** Custom properties that its own styles and attributes read, as `--line`. */
  properties: ReadonlySet<string>
  /** Rules of optional fonts that have characters of it. */
  fonts: ReadonlySet<string>
  /** Its `data-` attributes that the sheets name, each alone and with its value. */
  data: ReadonlySet<string>
  /** Has controls of forms. */
  forms: boolean
  /** Has an element that gets the focus. */
  focus: boolean
}

const classAttribute = ' class="'
/** Attributes that `style-rules.ts` reads of selectors. */
const selectable = [' data-', ' aria-', ' dir="']
/** Hidden fields, which the footer's forms have, look like nothing. */
const control = /<(?:input(?! type="hidden")|select|textarea|progress)\b/
/** Selectors that match controls of forms and their parts only. */
const ofControls =
  /^(?:textarea|select|optgroup|progress|:-moz-ui-invalid|::(?:file-selector-button|placeholder|-webkit-(?:search|date|calendar|inner|outer)[\w-]*)|:where\(select.*|input:.*)$/

const unicodeRange = (fontFace: string) => /unicode-range:([^;}]+)/.exec(fontFace)?.[1] ?? ''
/** A font for some characters only. The preloaded one, which has the space, and those without a range are not. */
const isOptionalFont = (rule: string) => rule.startsWith('@font-face') && !/^$|\bU\+0*20\b/i.test(unicodeRange(rule))

/** A font, and what finds one of its characters. */
export interface OptionalFont {
  rule: string
  characters: RegExp
}

/** The optional fonts of the sheets. */
export const optionalFonts = (sheets: readonly (readonly Rule[])[]): OptionalFont[] =>
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

/** The optional fonts that have characters of the document. */
const fontsOf = (html: string, fonts: readonly OptionalFont[]): OptionalFont[] => {
  const texts = new Set<string>()
  for (const [text] of html.matchAll(/[\u0080-\uffff]+/g)) texts.add(text)
  const all = [...texts].join('')
  return fonts.filter(({ characters }) => characters.test(all))
}

const decode = (value: string) => value.replaceAll('&gt;', '>').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

/** Names of the `data-` attributes that the sheets name. */
export const namedAttributes = (sheets: readonly (readonly Rule[])[]): string[] => {
  const names = sheets
    .flatMap(flat)
    .flatMap((rule) => (rule.type === 'style' ? rule.selectors.flatMap(({ data }) => data) : []))
    .map((attribute) => attribute.replace(/=.*/s, ''))
  return [...new Set(names)]
}

/** Those that a document has, each alone and with its value. */
const dataOf = (html: string, named: readonly string[]): Set<string> => {
  const data = new Set<string>()
  for (const start of selectable)
    for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at + 1)) {
      const equals = html.indexOf('="', at)
      const name = html.slice(at + 1, equals)
      if (named.includes(name)) data.add(name).add(html.slice(at + 1, html.indexOf('"', equals + 2) + 1))
    }
  return data
}

/** What a document uses, and a key that documents which use the same have in common. `text`: where its characters are. */
export const usedStyles = (
  html: string,
  optional: readonly OptionalFont[],
  named: readonly string[] = [],
  text = html,
): { key: string; used: () => UsedStyles } => {
  const values = [...classValues(html)].sort()
  const properties = new Set(propertiesRead(html))
  const fonts = fontsOf(text, optional)
  const forms = control.test(html)
  const focus = html.includes(' autofocus')
  const data = dataOf(html, named)
  return {
    key: [
      values.join('"'),
      ...[...properties].sort(),
      ...fonts.map(({ rule }) => rule),
      ...[...data].sort(),
      forms,
      focus,
    ].join('\n'),
    used: () => {
      const classes = new Set(values.flatMap((value) => decode(value).split(/\s+/)))
      return { classes, properties, fonts: new Set(fonts.map(({ rule }) => rule)), data, forms, focus }
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
      ({ text, classes, data, state }) =>
        classes.every((name) => used.classes.has(name)) &&
        data.every((attribute) => used.data.has(attribute)) &&
        (state === null || (state === 'focus' && used.focus)) &&
        (used.forms || !ofControls.test(text)),
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
      return !isOptionalFont(text) || used.fonts.has(text) ? text : ''
    }
    const body =
      rule.type === 'group'
        ? rule.rules.map(print).join('')
        : rule.declarations
            .filter(({ custom }) => custom === null || properties.has(custom))
            .map(({ text }) => text)
            // The build writes some several times.
            .filter((text, at, all) => all.indexOf(text) === at)
            .join(';')
    if (body === '') return ''
    const prelude = rule.type === 'group' ? rule.prelude : rule.selectors.map(({ text }) => text).join(',')
    return `${prelude}{${body}}`
  }
  return kept.flat().map(print).join('')
}

/** The rules of a style sheet, to select from. */
export const styleSheet = (css: string): Rule[] => parseRules(css.replace(/\/\*[\s\S]*?\*\//g, ''))
