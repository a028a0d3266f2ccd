/** Declarations that cannot end their rule: what React writes for the product's own numbers, colors and properties. */
const plainDeclarations = /^[\w\s#%.,:;()+*/-]+$/
const styleAttribute = / style="([^"]*)"/g

/**
 * The content security policy admits style sheets with the page's nonce, and no style attributes. In the markup that
 * React renders on the server each one becomes `data-style`, with a rule of the same declarations in `css`, which shows it
 * before and without scripts. React escapes quotes in texts, so that only attributes are found.
 */
export const extractStyles = (rendered: string): { markup: string; css: string } => {
  const rules = new Map<string, string>()
  const markup = rendered.replace(styleAttribute, (_found, declarations: string) => {
    if (plainDeclarations.test(declarations)) rules.set(declarations, `[data-style="${declarations}"]{${declarations}}`)
    return ` data-style="${declarations}"`
  })
  return { markup, css: [...rules.values()].join('') }
}

/** Gives the elements their styles as a script may, before React takes the markup over: from then on they are React's. */
export const restoreStyles = (container: HTMLElement): void => {
  for (const element of container.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
    element.removeAttribute('data-style')
  }
}
