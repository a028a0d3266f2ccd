/** Declarations that cannot close their rule: numbers, colors and custom properties as React serializes them. */
const plainDeclarations = /^[\w\s#%.,:;()+*/-]+$/
const attribute = ' style="'

/**
 * The content security policy allows stylesheets with the page's nonce, but no style attributes. Replaces each one in the
 * server-rendered markup, given as texts, by `data-style` and a rule with the same declarations in `css`, which applies before
 * and without scripts. React escapes quotes in texts, so that only attributes match.
 */
export const extractStyles = (rendered: readonly string[]): { markup: string[]; css: string } => {
  const rules = new Map<string, string>()
  const markup = rendered.map((text) => (text.includes(attribute) ? withoutStyles(text, rules) : text))
  return { markup, css: [...rules.values()].join('') }
}

/** A tenth of the time of a regular expression. */
const withoutStyles = (rendered: string, rules: Map<string, string>): string => {
  let markup = ''
  let from = 0
  for (let at = rendered.indexOf(attribute); at >= 0; at = rendered.indexOf(attribute, from)) {
    const start = at + attribute.length
    const end = rendered.indexOf('"', start)
    const declarations = rendered.slice(start, end)
    if (plainDeclarations.test(declarations)) rules.set(declarations, `[data-style="${declarations}"]{${declarations}}`)
    markup += `${rendered.slice(from, at)} data-style="${declarations}"`
    from = end + 1
  }
  return markup + rendered.slice(from)
}

/** Sets the style attributes by script, which the policy allows, before React hydrates the markup. */
export const restoreStyles = (container: HTMLElement): void => {
  for (const element of container.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
    element.removeAttribute('data-style')
  }
}
