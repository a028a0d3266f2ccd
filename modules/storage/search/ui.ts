export {
  changeSpans,
  hasFilter,
  isoStartOfDay,
  kindFilters,
  minSizes,
  noFilters,
  type SearchFilters,
  searchesByFilters,
  searchQueryOf,
  sharingFilters,
} from './client/filters.ts'
export { highlightPieces } from './client/highlights.ts'
export { extractOperators, typedOperator } from './client/operators.ts'
export { addRecent, recentItems } from './client/recents.ts'
export { createSearcher, type NamedSearchQuery, type SearchResults } from './client/searcher.ts'
