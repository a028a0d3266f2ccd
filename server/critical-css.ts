/** End of the block or statement that begins at `from`, and where its block opens (−1: a statement). */
const nextRule = (css: string, from: number): { open: number; end: number } => {
  let depth = 0
  let open = -1
  for (let at = from; at < css.length; at += 1) {
    const char = css[at]
    if (char === '\\') at += 1
    else if (char === '"' || char === "'") {
      at += 1
      while (at < css.length && css[at] !== char) at += css[at] === '\\' ? 2 : 1
    } else if (char === '/' && css[at + 1] === '*') at = css.indexOf('*/', at + 2) + 1 || css.length
    else if (char === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (char === '}') {
      depth -= 1
      if (depth === 0) return { open, end: at + 1 }
    } else if (char === ';' && depth === 0) return { open: -1, end: at + 1 }
  }
  return { open: -1, end: css.length }
}

const className = /\.((?:\\.|[\w-])+)/g
const group = /^@(?:media|supports|layer|container|scope|starting-style)\b/
const named = /^@(?:property|keyframes)\s+([\w-]+)/

/** Parts between commas that are outside of brackets and parentheses. */
const selectorsOf = (prelude: string): string[] => {
  const parts: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at < prelude.length; at += 1) {
    const char = prelude[at]
    if (char === '\\') at += 1
    else if (char === '(' || char === '[') depth += 1
    else if (char === ')' || char === ']') depth -= 1
    else if (char === ',' && depth === 0) {
      parts.push(prelude.slice(start, at))
      start = at + 1
    }
  }
  parts.push(prelude.slice(start))
  return parts
}

/** A selector without what is in parentheses: `:not(.a)` matches elements without the class. */
const required = (selector: string): string => {
  let [depth, text] = [0, '']
  for (let at = 0; at < selector.length; at += 1) {
    const char = selector[at] as string
    if (char === '\\') {
      if (depth === 0) text += selector.slice(at, at + 2)
      at += 1
    } else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (depth === 0) text += char
  }
  return text
}

const matches = (selector: string, words: ReadonlySet<string>): boolean =>
  [...required(selector).matchAll(className)].every(([, name = '']) => words.has(name.replace(/\\(.)/g, '$1')))

const filter = (css: string, words: ReadonlySet<string>): string => {
  let kept = ''
  for (let at = 0; at < css.length; ) {
    const { open, end } = nextRule(css, at)
    const rule = css.slice(at, end)
    if (open < 0 || (css[at] === '@' && !group.test(rule))) kept += rule
    else {
      const prelude = css.slice(at, open)
      const body = css.slice(open + 1, end - 1)
      if (css[at] === '@') {
        const inside = filter(body, words)
        if (inside) kept += `${prelude}{${inside}}`
      } else {
        const selectors = selectorsOf(prelude).filter((selector) => matches(selector, words))
        if (selectors.length > 0) kept += `${selectors.join(',')}{${body}}`
      }
    }
    at = end
  }
  return kept
}

/** Drops `@property` and `@keyframes` that no kept rule names. */
const withoutUnnamed = (css: string): string => {
  let kept = ''
  for (let at = 0; at < css.length; ) {
    const { end } = nextRule(css, at)
    const rule = css.slice(at, end)
    const name = named.exec(rule)?.[1]
    // Named once: by itself.
    if (name === undefined || css.split(name).length > 2) kept += rule
    at = end
  }
  return kept
}

/**
 * The rules of a built, minified style sheet that apply to a page whose class names are among `words`: rules without
 * classes, and those all of whose classes are.
 */
export const criticalCss = (css: string, words: ReadonlySet<string>): string =>
  withoutUnnamed(filter(css.replace(/\/\*[\s\S]*?\*\//g, ''), words))
