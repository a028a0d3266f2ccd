import { sharedShapes, symbols } from './glyphs.ts'

const spriteId = 'file-icons'

/**
 * The shapes of the file icons that the markup refers to by `<use>`, once per document and outside of React's elements.
 * `markup` may have each shape of a list's rows only once.
 */
export const fileIconSprite = (markup: string): string => {
  const used = new Set<string>()
  for (const [, kind = ''] of markup.matchAll(/ href="#file-([a-z]+)"/g)) used.add(kind)
  const shapes = [...used].map((kind) => symbols[kind] ?? '').join('')
  return `<svg id="${spriteId}" width="0" height="0" class="absolute" aria-hidden="true">${sharedShapes}${shapes}</svg>`
}

/** Adds the shapes that the document came without. Call before the first page is rendered in the browser. */
export const addFileIcons = (): void => {
  const shapes = Object.entries(symbols).filter(([kind]) => !document.getElementById(`file-${kind}`))
  document.getElementById(spriteId)?.insertAdjacentHTML('beforeend', shapes.map(([, shape]) => shape).join(''))
}
