import { useContext, useEffect, useState } from 'react'
import { usePageContext } from '../../../../web/ui.ts'
import { type SearchEntries, type SearchEntry, SearchSourcesContext } from './search-entries.ts'

/** The entries of all sources for this account; empty until they are loaded. */
export const useSearchEntries = (): readonly SearchEntry[] => {
  const page = usePageContext()
  const sources = useContext(SearchSourcesContext)
  const [loaded, setLoaded] = useState<readonly SearchEntries[]>([])
  const role = page.user?.role
  useEffect(() => {
    let unmounted = false
    const own = sources.filter((source) => source.role === role)
    Promise.all(own.map((source) => source.load())).then(
      (entries) => !unmounted && setLoaded(entries),
      // The search dialog works without them; its next opening tries again.
      () => undefined,
    )
    return () => {
      unmounted = true
    }
  }, [sources, role])
  return loaded.flatMap((entries) => entries(page))
}
