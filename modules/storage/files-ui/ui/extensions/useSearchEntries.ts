import { useContext } from 'react'
import { useLoad, usePageContext } from '../../../../web/ui.ts'
import { type SearchEntry, SearchSourcesContext } from './search-entries.ts'

/** The entries of all sources for this account; empty until they are loaded. */
export const useSearchEntries = (): readonly SearchEntry[] => {
  const page = usePageContext()
  const sources = useContext(SearchSourcesContext)
  const role = page.user?.role
  const load = () => Promise.all(sources.flatMap((source) => (source.role === role ? [source.load()] : [])))
  // The search dialog works without them, and loads them again when it is opened the next time.
  const { data: loaded } = useLoad(load, [sources, role])
  return loaded?.flatMap((entries) => entries(page)) ?? []
}
