import { type Selector, selectorOf } from './style-selectors.ts'

/** A declaration of a style rule. */
export interface StyleDeclaration {
  text: string
  /** Name of the custom property that the declaration sets, as `--line`. */
  custom: string | null
  /** Custom properties that its value reads. */
  reads: readonly string[]
}

/** A rule of a style sheet. `statement`: whatever is neither a group nor a style rule, such as a font or an animation. */
export type StyleRule =
  | { type: 'statement'; text: string; name: string | null; reads: readonly string[] }
  | { type: 'group'; prelude: string; rules: readonly StyleRule[] }
  | { type: 'style'; selectors: readonly Selector[]; declarations: readonly StyleDeclaration[] }

const group = /^@(?:media|supports|layer|container|scope|starting-style)\b/
const named = /^@(?:property|keyframes)\s+([\w-]+)/
const reading = /var\(\s*(--[\w-]+)/g

/** Names of the custom properties that a text reads by `var()`. */
export const propertiesRead = (text: string): string[] => [...text.matchAll(reading)].map(([, name = '']) => name)

/** Position after the string that begins at `from`. */
const afterString = (css: string, from: number): number => {
  let at = from + 1
  while (at < css.length && css[at] !== css[from]) at += css[at] === '\\' ? 2 : 1
  return at + 1
}

/** End of the block or statement that begins at `from`, and where its block opens (−1: a statement). */
const nextRule = (css: string, from: number): { open: number; end: number } => {
  let [depth, open, at] = [0, -1, from]
  while (at < css.length) {
    const char = css[at]
    if (char === '"' || char === "'") at = afterString(css, at)
    else {
      at += char === '\\' ? 2 : 1
      if (char === '{') {
        if (depth === 0) open = at - 1
        depth += 1
      } else if (char === '}') {
        depth -= 1
        if (depth === 0) return { open, end: at }
      } else if (char === ';' && depth === 0) return { open: -1, end: at }
    }
  }
  return { open: -1, end: css.length }
}

/** Parts of a text between separators; separators in strings, brackets and parentheses do not count. */
const partsOf = (text: string, separator: ',' | ';'): string[] => {
  const parts: string[] = []
  let [depth, start, at] = [0, 0, 0]
  while (at < text.length) {
    const char = text[at] as string
    if (char === '"' || char === "'") {
      at = afterString(text, at)
      continue
    }
    if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
    at += char === '\\' ? 2 : 1
  }
  parts.push(text.slice(start))
  return parts
}

/** A declaration as a style sheet has it, as `color:red`. */
export const declarationOf = (text: string): StyleDeclaration => ({
  text,
  custom: /^(--[\w-]+):/.exec(text)?.[1] ?? null,
  reads: propertiesRead(text),
})

/** The rules of a built, minified style sheet without comments. Nested style rules are not supported: the build has none. */
export const parseRules = (css: string): StyleRule[] => {
  const rules: StyleRule[] = []
  for (let at = 0; at < css.length; ) {
    if (css[at] === '\n' || css[at] === ' ') {
      at += 1
      continue
    }
    const { open, end } = nextRule(css, at)
    const text = css.slice(at, end)
    const [prelude, body] = [css.slice(at, open), css.slice(open + 1, end - 1)]
    if (open >= 0 && group.test(text)) rules.push({ type: 'group', prelude, rules: parseRules(body) })
    else if (open < 0 || text[0] === '@')
      rules.push({ type: 'statement', text, name: named.exec(text)?.[1] ?? null, reads: propertiesRead(text) })
    else
      rules.push({
        type: 'style',
        selectors: partsOf(prelude, ',').map(selectorOf),
        declarations: partsOf(body, ';').filter(Boolean).map(declarationOf),
      })
    at = end
  }
  return rules
}

/** All rules, including the rules in groups, but without the groups. */
export const flatRules = (rules: readonly StyleRule[]): StyleRule[] =>
  rules.flatMap((rule) => (rule.type === 'group' ? flatRules(rule.rules) : [rule]))
