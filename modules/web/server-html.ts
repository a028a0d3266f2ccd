import { createContext, type ReactNode, use } from 'react'

/** HTML, and its elements and attributes without texts: the same string for all rows of one shape. */
export interface OutlinedHtml {
  html: string
  outline: string
}

/** HTML that the server puts into the markup after React has rendered it. Texts stand for it in React's output. */
export interface DeferredHtml {
  /** Returns the text that stands for this HTML. `outlines`: its elements and attributes, if shorter. */
  put(html: string, outlines?: readonly string[]): string
  /**
   * The text that stands for a part of the document that was rendered before, or the texts before and after a part that
   * is kept from now on. `key`: see `KeptHtml`.
   */
  keep(key: string): { kept: string } | { start: string; end: string }
}

/** Only while the server renders a page. */
export const DeferredHtmlContext = createContext<DeferredHtml | null>(null)

/**
 * Children of a list. `htmlOf`: the HTML that React would render for a row, or null when React has to render it. The
 * server puts it in; the browser renders and hydrates the elements.
 */
export const useListChildren = <Row>(
  rows: readonly Row[],
  element: (row: Row) => ReactNode,
  htmlOf: ((row: Row) => OutlinedHtml | null) | null,
): ReactNode[] => {
  const deferred = use(DeferredHtmlContext)
  if (!deferred || !htmlOf) return rows.map(element)
  const children: ReactNode[] = []
  let html = ''
  const outlines = new Set<string>()
  const endPart = () => {
    if (html !== '') children.push(deferred.put(html, [...outlines]))
    html = ''
  }
  for (const row of rows) {
    const rowHtml = htmlOf(row)
    if (rowHtml === null) {
      endPart()
      children.push(element(row))
    } else {
      html += rowHtml.html
      outlines.add(rowHtml.outline)
    }
  }
  endPart()
  return children
}

/**
 * An element that the server renders once for all documents of the same key. It may depend on the page's user, theme,
 * language, settings and view preferences, which are part of each key; `of` is whatever else it depends on.
 */
export const KeptHtml = ({ of, children }: { of: string; children: ReactNode }): ReactNode => {
  const part = use(DeferredHtmlContext)?.keep(of)
  if (part && 'kept' in part) return part.kept
  // Also in the browser an array of three: ids of `useId` follow from the positions of elements.
  return [part?.start, children, part?.end]
}
