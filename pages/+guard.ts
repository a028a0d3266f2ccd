import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'

/**
 * The only guard: a second one would replace it and make its pages public. Checks the page's `access`. The redirect is
 * built from `urlParsed`, as `urlOriginal` is the URL of the JSON request during client navigation.
 */
export const guard = (pageContext: PageContextServer): void => {
  const access = pageContext.config.access ?? 'user'
  if (access === 'public') return
  const { user, urlParsed } = pageContext
  if (!user) {
    const target = urlParsed.pathname + (urlParsed.searchOriginal ?? '')
    throw redirect(`/sign-in?redirect=${encodeURIComponent(target)}`)
  }
  if (access === 'admin' && user.role !== 'admin') throw render(404)
}
