export {
  anyFilter,
  type Filters,
  kinds,
  noFilters,
  queryOf,
  searchesByFilters,
  sizes,
  spans,
  startOfDay,
} from './client/filters.ts'
export { highlightPieces } from './client/highlights.ts'
export { extractOperators } from './client/operators.ts'
export { addRecent, recentItems } from './client/recents.ts'
export { createSearcher, type NamedSearchQuery, type SearchResults } from './client/searcher.ts'
