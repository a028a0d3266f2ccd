export { anyFilter, extractOperators, type Filters, kinds, noFilters, queryOf, sizes, spans } from './client/filters.ts'
export { highlightPieces } from './client/highlights.ts'
export { addRecent, recentItems } from './client/recents.ts'
export { createSearcher, type SearchResults } from './client/searcher.ts'
