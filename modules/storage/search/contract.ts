export {
  type FoundItem,
  type FoundItems,
  type FoundUser,
  type FoundUsers,
  maxSearchText,
  type SearchQuery,
  search,
  searchCounts,
} from './contract/search.ts'
export { findWord, wordsOf } from './contract/search-text.ts'
