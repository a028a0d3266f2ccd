import { createContext, type ReactNode, use } from 'react'

/** HTML that the server puts into the markup after React has rendered it. */
export interface DeferredHtml {
  /** Stands in the markup for a part, followed by its index and a semicolon; random, so that no content contains it. */
  mark: string
  parts: string[]
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
  htmlOf: ((row: Row) => string | null) | null,
): ReactNode[] => {
  const deferred = use(DeferredHtmlContext)
  if (!deferred || !htmlOf) return rows.map(element)
  const children: ReactNode[] = []
  let html = ''
  // Consecutive rows are one part: React separates adjacent texts by comments.
  const endPart = () => {
    if (html !== '') children.push(`${deferred.mark}${deferred.parts.push(html) - 1};`)
    html = ''
  }
  for (const row of rows) {
    const own = htmlOf(row)
    if (own === null) {
      endPart()
      children.push(element(row))
    } else html += own
  }
  endPart()
  return children
}

/** The markup with the deferred HTML. */
export const putDeferredHtml = (markup: string, { mark, parts }: DeferredHtml): string => {
  const [before = '', ...pieces] = markup.split(mark)
  let complete = before
  for (const piece of pieces) {
    const end = piece.indexOf(';')
    complete += parts[Number(piece.slice(0, end))] + piece.slice(end + 1)
  }
  return complete
}
