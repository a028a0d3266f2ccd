export {
  anyFilter,
  isoStartOfDay,
  kinds,
  noFilters,
  queryOf,
  type SearchFilters,
  searchesByFilters,
  sharings,
  sizes,
  spans,
} from './client/filters.ts'
export { highlightPieces } from './client/highlights.ts'
export { extractOperators, typedOperator } from './client/operators.ts'
export { addRecent, recentItems } from './client/recents.ts'
export { createSearcher, type NamedSearchQuery, type SearchResults } from './client/searcher.ts'
