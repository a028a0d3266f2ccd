import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'

/**
 * The only guard: a second one would replace it and open its pages to everybody. Reads the page's `access`.
 * The address is built from `urlParsed`: `urlOriginal` is the JSON address during client navigation.
 */
export const guard = (pageContext: PageContextServer): void => {
  const access = pageContext.config.access ?? 'user'
  if (access === 'public') return
  const { user, urlParsed } = pageContext
  if (!user) {
    const wanted = urlParsed.pathname + (urlParsed.searchOriginal ?? '')
    throw redirect(`/sign-in?redirect=${encodeURIComponent(wanted)}`)
  }
  if (access === 'admin' && user.role !== 'admin') throw render(404)
}
