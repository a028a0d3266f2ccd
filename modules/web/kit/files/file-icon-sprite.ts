import { fileIconSymbols, sharedIconShapes } from './glyphs.ts'

const spriteId = 'file-icons'

const reference = ' href="#file-'

/** Kinds of the file icons that a markup refers to by `<use>`. */
const kindsOf = (markup: string): string[] => {
  const kinds: string[] = []
  for (let at = markup.indexOf(reference); at >= 0; at = markup.indexOf(reference, at + 1))
    kinds.push(markup.slice(at + reference.length, markup.indexOf('"', at + reference.length)))
  return kinds
}

/**
 * The shapes of the file icons that the markup refers to, once per document and outside of React's elements.
 * `markup`: texts; they may have each shape of a list's rows only once.
 */
export const fileIconSprite = (markup: readonly string[]): string => {
  const used = new Set(markup.flatMap(kindsOf))
  const shapes = [...used].map((kind) => fileIconSymbols[kind] ?? '').join('')
  return `<svg id="${spriteId}" width="0" height="0" class="absolute" aria-hidden="true">${sharedIconShapes}${shapes}</svg>`
}

/** Adds the shapes that the document came without. Call before the first page is rendered in the browser. */
export const addFileIcons = (): void => {
  const shapes = Object.entries(fileIconSymbols).filter(([kind]) => !document.getElementById(`file-${kind}`))
  document.getElementById(spriteId)?.insertAdjacentHTML('beforeend', shapes.map(([, shape]) => shape).join(''))
}
