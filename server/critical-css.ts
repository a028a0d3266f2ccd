import { foldProperties } from './fold-properties.ts'
import { isOptionalFont } from './sheet-conditions.ts'
import { flatRules, parseRules, type StyleRule } from './style-rules.ts'
import type { UsedStyles } from './used-styles.ts'

/** Selectors that match controls of forms and their parts only. */
const ofControls =
  /^(?:textarea|select|optgroup|progress|:-moz-ui-invalid|::(?:file-selector-button|placeholder|-webkit-(?:search|date|calendar|inner|outer)[\w-]*)|:where\(select.*|input:.*)$/

/** Matches declarations without a visible effect before the whole sheets are loaded. */
const lateDeclaration = /^(?:transition|cursor|-webkit-tap-highlight-color)\b/

/** Rules that apply to elements of the document. */
const applying = (rules: readonly StyleRule[], used: UsedStyles): StyleRule[] =>
  rules.flatMap((rule): StyleRule[] => {
    if (rule.type === 'statement') return [rule]
    if (rule.type === 'group') {
      const inside = applying(rule.rules, used)
      return inside.length > 0 ? [{ ...rule, rules: inside }] : []
    }
    const selectors = rule.selectors.filter(
      ({ text, classes, data, tags, state }) =>
        classes.every((name) => used.classes.has(name)) &&
        data.every((attribute) => used.data.has(attribute)) &&
        tags.every((name) => used.tags.has(name)) &&
        (state === null || (state === 'focus' && used.focus)) &&
        (used.forms || !ofControls.test(text)),
    )
    return selectors.length > 0 ? [{ ...rule, selectors }] : []
  })

/** All custom properties whose values reach an element, directly or through others. */
const reached = (rules: readonly StyleRule[], properties: ReadonlySet<string>): Set<string> => {
  const names = new Set(properties)
  const readBy = new Map<string, string[]>()
  for (const rule of rules) {
    if (rule.type === 'statement') for (const name of rule.reads) names.add(name)
    if (rule.type !== 'style') continue
    for (const { custom, reads } of rule.declarations)
      if (custom) readBy.set(custom, [...(readBy.get(custom) ?? []), ...reads])
      else for (const name of reads) names.add(name)
  }
  // The iteration of a set includes names that are added meanwhile.
  for (const name of names) for (const other of readBy.get(name) ?? []) names.add(other)
  return names
}

/**
 * The rules of the sheets that show a document which uses `used` as the whole sheets do, until a script changes it.
 * Names of the build's own properties, which stand in each color of two themes, are shorter.
 */
export const criticalCss = (sheets: readonly (readonly StyleRule[])[], used: UsedStyles): string => {
  const kept = foldProperties(
    sheets.flatMap((rules) => applying(rules, used)),
    (text) => !lateDeclaration.test(text),
  )
  const all = flatRules(kept)
  const properties = reached(all, used.properties)
  const animations = new Set(
    all.flatMap((rule) =>
      rule.type === 'style'
        ? rule.declarations.flatMap(({ text }) => (text.includes('anim') ? (text.match(/[\w-]+/g) ?? []) : []))
        : [],
    ),
  )
  const print = (rule: StyleRule): string => {
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
  return kept.map(print).join('').replaceAll('--lightningcss-', '--')
}

/** The rules of a style sheet, to select from. */
export const styleSheet = (css: string): StyleRule[] => parseRules(css.replace(/\/\*[\s\S]*?\*\//g, ''))
