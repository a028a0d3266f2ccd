import { createContext, use } from 'react'
import type { PageContext } from 'vike/types'

const Context = createContext<PageContext | null>(null)
export const PageContextProvider = Context

/** The page's context: user, theme, locale, settings, urlParsed, routeParams. */
export const usePageContext = (): PageContext => {
  const context = use(Context)
  if (!context) throw new Error('usePageContext outside of a page')
  return context
}

/** The result of the page's `+data` hook. */
export const useData = <Data,>(): Data => (usePageContext() as { data?: unknown }).data as Data
