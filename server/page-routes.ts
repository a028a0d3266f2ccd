import { getGlobalContextAsync } from 'vike/server'

type RouteParams = Record<string, string>
/** A pattern with parameters (`/share/@token`), or a function. */
type Route = string | ((page: { urlPathname: string }) => { routeParams?: RouteParams } | boolean)

export interface RoutedPage {
  pageId: string
  routeParams: RouteParams
}

/** The routes of all pages by their ids, from the build. */
export const pageRoutes = async (): Promise<ReadonlyMap<string, Route>> => {
  const { pages } = await getGlobalContextAsync(true)
  const entries = Object.entries(pages as Record<string, { route?: Route }>)
  return new Map(entries.flatMap(([pageId, { route }]) => (route === undefined ? [] : [[pageId, route] as const])))
}

const matchPattern = (pattern: string, path: string): RouteParams | null => {
  if (!pattern.includes('@')) return pattern === path ? {} : null
  const [expected, given] = [pattern.split('/'), path.split('/')]
  if (expected.length !== given.length) return null
  const params: RouteParams = {}
  for (const [at, part] of expected.entries()) {
    const value = given[at] as string
    if (part.startsWith('@') && value !== '') params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

const match = (route: Route, urlPathname: string): RouteParams | null => {
  if (typeof route === 'string') return matchPattern(route, urlPathname)
  const result = route({ urlPathname })
  return result ? ((result === true ? {} : result).routeParams ?? {}) : null
}

/** The page at a path, or null when none or several match: Vike decides then. */
export const routePage = (routes: ReadonlyMap<string, Route>, urlPathname: string): RoutedPage | null => {
  let routed: RoutedPage | null = null
  for (const [pageId, route] of routes) {
    const routeParams = match(route, urlPathname)
    if (!routeParams) continue
    if (routed) return null
    routed = { pageId, routeParams }
  }
  return routed
}
