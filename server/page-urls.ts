import { decodedPath } from '../modules/platform/index.ts'

/** URLs that Vite's development server reserves (`/@fs/…`, `/__vite_ping`). No page's URL begins like them. */
const viteReserved = /^\/+(@|__)/
/** Vike appends it to a page's URL for client-side navigation. */
const dataSuffix = '/index.pageContext.json'

const isObjectJson = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/**
 * Whether Vike may render a URL. Vike throws for URLs that it or Vite treat specially, unless they have the form that their
 * own clients send; such URLs are unknown like any other.
 */
export const isPageUrl = (url: string): boolean => {
  const path = decodedPath(url)
  // Vike's redirects would keep a backslash, which browsers read as a slash: `/\\host` is another site.
  if (!url.startsWith('/') || path.includes('\\') || viteReserved.test(path)) return false
  const [rawPath = '', query] = url.split(/\?(.*)/s, 2)
  if (!path.endsWith(dataSuffix)) return true
  const vikeParams = new URLSearchParams(query).getAll('_vike')
  return rawPath.endsWith(dataSuffix) && vikeParams.every(isObjectJson)
}
