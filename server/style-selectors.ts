export interface Selector {
  text: string
  /** Classes of the elements that the selector matches, and of the elements that it requires around or beside them. */
  classes: readonly string[]
  /** `data-` attributes of these elements: `data-open`, or with a value `data-open="yes"`. */
  data: readonly string[]
  /** Names of these elements: `a`, `summary`. */
  tags: readonly string[]
  /** State that a visitor's action gives an element: the selector matches none before the first paint. */
  state: 'pointer' | 'focus' | null
}

const dataAttribute = /\[((?:data|aria)-[\w-]+|dir)(?:=(?:"([^"]*)"|'([^']*)'|([^\]"']*)))?\]/g
const pointerState = /(?<!\\):(?:hover|active)\b|::selection\b/
const focusState = /(?<!\\):focus\b/
const noTag = /\[[^\]]*\]|[.#](?:\\.|[\w-])+|::?[\w-]+/g
const tagName = /[a-z][a-z0-9]*/g
const className = /\.((?:\\.|[\w-])+)/g

/** `:is()` or `:where()` of one selector without parentheses, which matches like that selector alone. */
const wrapper = /:(?:is|where)\(((?:\\.|[^\\(),])*)\)/g

/** A selector without texts in parentheses: `:not(.a)` matches elements without the class. */
const required = (selectorText: string): string => {
  const selector = selectorText.replace(wrapper, ' $1')
  let [depth, text] = [0, '']
  for (let index = 0; index < selector.length; index += 1) {
    const char = selector[index] as string
    if (char === '\\') {
      if (depth === 0) text += selector.slice(index, index + 2)
      index += 1
    } else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (depth === 0) text += char
  }
  return text
}

/** Requirements of a selector: the classes, attributes and elements that a document needs for it to match. */
export const selectorOf = (text: string): Selector => {
  const plain = required(text)
  return {
    text,
    classes: [...plain.matchAll(className)].map(([, name = '']) => name.replace(/\\(.)/g, '$1')),
    data: [...plain.matchAll(dataAttribute)].map(([, name = '', ...values]) => {
      const value = values.find((given) => given !== undefined)
      return value === undefined ? name : `${name}="${value}"`
    }),
    tags: [...plain.replace(noTag, '').matchAll(tagName)].map(([name]) => name),
    state: pointerState.test(plain) ? 'pointer' : focusState.test(plain) ? 'focus' : null,
  }
}
