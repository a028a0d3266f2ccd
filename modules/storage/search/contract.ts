export { type Completion, type FoundPath, findPath, maxPathLength } from './contract/find-path.ts'
export { pathParts } from './contract/path-parts.ts'
export {
  type FoundItem,
  type FoundItems,
  type FoundUser,
  type FoundUsers,
  maxSearchText,
  type SearchQuery,
  search,
  searchCounts,
  VisitorSearchQuery,
} from './contract/search.ts'
export { findWord, wordsOf } from './contract/search-text.ts'
