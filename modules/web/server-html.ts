import { createContext, use } from 'react'

/** HTML that the server puts into the markup after React has rendered it, by its mark. */
export type DeferredHtml = Map<string, () => string>

/** Only while the server renders a page. */
export const DeferredHtmlContext = createContext<DeferredHtml | null>(null)

/**
 * Defers the content of an element: `render` returns the HTML that React would render for its children. Returns what the
 * element gets instead of children, or null in the browser, which renders and hydrates the children.
 */
export const useDeferredHtml = (name: string, render: (() => string) | null): { __html: string } | null => {
  const deferred = use(DeferredHtmlContext)
  if (!deferred || !render) return null
  const mark = `<!--deferred ${name}-->`
  deferred.set(mark, render)
  return { __html: mark }
}

/** The markup with the deferred HTML. */
export const putDeferredHtml = (markup: string, deferred: DeferredHtml): string => {
  let complete = markup
  for (const [mark, render] of deferred) {
    const at = complete.indexOf(mark)
    if (at >= 0) complete = complete.slice(0, at) + render() + complete.slice(at + mark.length)
  }
  return complete
}
