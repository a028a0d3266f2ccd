export { PathFinder } from './server/path-finder.ts'
export { type FindUsers, searchRoutes } from './server/search.routes.ts'
export { Search } from './server/search.ts'
export { SearchIndex } from './server/search-index.ts'
