import type { PageContextClient } from 'vike/types'

interface Entry {
  pageId: string
  isErrorPage?: true
  loadVirtualFilePageEntry: () => { moduleExportsPromise: Promise<unknown> }
}

/** The page's own requests have usually finished by then. */
const prefetchDelayMs = 1_500
const signedInPages = /\/pages\/(platform|user)\//

/**
 * Prefetches the code of the pages that can be navigated to, some KB, shortly after load: without it Vike reloads the app
 * when the server cannot be reached. Vike has no public call to load its error page, which it uses for every failed page.
 */
export const prefetchPages = ({ user, globalContext }: PageContextClient): void => {
  const entries = (globalContext as unknown as { _pageConfigs: Entry[] })._pageConfigs
  const needed = entries.filter(({ pageId, isErrorPage }) => isErrorPage || (user && signedInPages.test(pageId)))
  const loadAll = () => {
    Promise.all(needed.map((entry) => entry.loadVirtualFilePageEntry().moduleExportsPromise)).then(
      () => {
        document.documentElement.dataset.prefetched = ''
      },
      () => window.addEventListener('online', loadAll, { once: true }),
    )
  }
  setTimeout(loadAll, prefetchDelayMs)
}
