import { declarationOf, flatRules, type StyleDeclaration, type StyleRule } from './style-rules.ts'

/** Value of a custom property for elements on which no rule sets it; null: it has none. */
type Initial = string | null

const registered = /^@property\s+(--[\w-]+)\{(.*)\}$/s
/** Matches the build's fallback for browsers without `@property`: the initial values of registered properties. */
const fallbackLayer = /^@layer properties\b/

/** The style rules outside of the fallbacks. */
const ownRules = (rules: readonly StyleRule[]): StyleRule[] =>
  flatRules(rules.filter((rule) => rule.type !== 'group' || !fallbackLayer.test(rule.prelude)))

/** Registered properties that are not inherited and that no rule sets, with their initial values. */
const constantProperties = (rules: readonly StyleRule[]): Map<string, Initial> => {
  const constants = new Map<string, Initial>()
  for (const rule of rules) {
    const [, name, body = ''] = rule.type === 'statement' ? (registered.exec(rule.text) ?? []) : []
    if (!name || !/inherits:\s*false/.test(body)) continue
    const initial = /initial-value:([^;}]*)/.exec(body)?.[1] ?? null
    // Where it is read within `calc()`, a length without a unit would be a number.
    constants.set(name, initial === '0' && body.includes('<length') ? '0px' : initial)
  }
  for (const rule of ownRules(rules))
    if (rule.type === 'style') for (const { custom } of rule.declarations) if (custom) constants.delete(custom)
  return constants
}

const layer = /^@layer\b/
const unconditional = (rules: readonly StyleRule[]): StyleRule[] =>
  rules.flatMap((rule) => {
    if (rule.type !== 'group') return [rule]
    return layer.test(rule.prelude) ? unconditional(rule.rules) : []
  })

/** Properties that only the root sets: fallbacks for them never apply. */
const rootProperties = (rules: readonly StyleRule[]): Set<string> => {
  const set = flatRules(rules).flatMap((rule) => (rule.type === 'style' ? rule.declarations : []))
  const names = unconditional(rules).flatMap((rule) =>
    rule.type === 'style' && rule.selectors.some(({ text }) => text === ':root')
      ? rule.declarations.flatMap(({ custom, text }) => (custom && !/:\s*initial$/.test(text) ? [custom] : []))
      : [],
  )
  return new Set(names.filter((name) => set.filter(({ custom }) => custom === name).length === 1))
}

/** Index of the parenthesis that closes the one just before `from`. */
const closing = (text: string, from: number): number => {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** The text with `var()` of constant properties replaced by their values, and without fallbacks that never apply. */
const folded = (text: string, constants: ReadonlyMap<string, Initial>, root: ReadonlySet<string>): string => {
  let result = ''
  let from = 0
  for (let at = text.indexOf('var('); at >= 0; at = text.indexOf('var(', from)) {
    const end = closing(text, at + 4)
    const [, name = '', fallback] = /^\s*(--[\w-]+)\s*(?:,(.*))?$/s.exec(text.slice(at + 4, end)) ?? []
    const initial = constants.get(name)
    const inner = fallback === undefined ? undefined : folded(fallback.trim(), constants, root)
    const value = initial ?? (initial === null ? inner : undefined)
    const whole = inner === undefined || root.has(name) ? `var(${name})` : `var(${name},${inner})`
    result += text.slice(from, at) + (value ?? whole)
    from = end + 1
  }
  return result + text.slice(from)
}

/**
 * The rules with fewer custom properties. Utilities read a dozen that only others set, which a document may not use: these
 * are replaced by their initial values. `wanted`: declarations to keep.
 */
export const foldProperties = (rules: readonly StyleRule[], wanted: (declaration: string) => boolean): StyleRule[] => {
  const [constants, root] = [constantProperties(rules), rootProperties(rules)]
  const fold = (declaration: StyleDeclaration): StyleDeclaration[] => {
    if (!wanted(declaration.text)) return []
    if (declaration.reads.length === 0) return [declaration]
    const text = folded(declaration.text, constants, root)
    return declaration.custom === null && /:\s*$/.test(text) ? [] : [declarationOf(text)]
  }
  const inside = (rule: StyleRule): StyleRule => {
    if (rule.type === 'group') return { ...rule, rules: rule.rules.map(inside) }
    return rule.type === 'style' ? { ...rule, declarations: rule.declarations.flatMap(fold) } : rule
  }
  return rules.map(inside)
}
