export { anyFilter, type Filters, kinds, noFilters, queryOf, sizes, spans, takeOperators } from './client/filters.ts'
export { markedPieces } from './client/highlights.ts'
export { recents, remember } from './client/recents.ts'
export { type Answer, createSearcher } from './client/searcher.ts'
