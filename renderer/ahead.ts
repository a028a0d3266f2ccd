import type { PageContextClient } from 'vike/types'

interface Entry {
  pageId: string
  isErrorPage?: true
  loadVirtualFilePageEntry: () => { moduleExportsPromise: Promise<unknown> }
}

/** ms after which a page has settled. */
const quiet = 1_500
const ofSignedIn = /\/pages\/(platform|user)\//

/**
 * Fetches the code of the pages that can be gone to from here, some KB, in a quiet moment: where it is missing and the
 * server cannot be reached, Vike leaves the app. Vike has no call for its error page, which stands for every lost page.
 */
export const fetchAhead = ({ user, globalContext }: PageContextClient): void => {
  const entries = (globalContext as unknown as { _pageConfigs: Entry[] })._pageConfigs
  const wanted = entries.filter(({ pageId, isErrorPage }) => isErrorPage || (user && ofSignedIn.test(pageId)))
  const fetchAll = () => {
    Promise.all(wanted.map((entry) => entry.loadVirtualFilePageEntry().moduleExportsPromise)).catch(() =>
      window.addEventListener('online', fetchAll, { once: true }),
    )
  }
  setTimeout(fetchAll, quiet)
}
