import { decodedPath } from '../modules/platform/index.ts'

/** First segments that Vite's development server keeps for itself (`/@fs/…`, `/__vite_ping`). No page begins like them. */
const ofDevelopmentServer = /^\/+(@|__)/
/** What Vike appends for client-side navigation. */
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
 * Whether Vike may be asked for a URL. It throws at those that it or Vite treat specially and that are not written as
 * their own clients write them; here these are unknown addresses like others.
 */
export const isPageUrl = (url: string): boolean => {
  const path = decodedPath(url)
  // Vike's redirects would carry a backslash on, which browsers read as a slash: `/\\host` is another site.
  if (!url.startsWith('/') || path.includes('\\') || ofDevelopmentServer.test(path)) return false
  const [written = '', query] = url.split(/\?(.*)/s, 2)
  if (!path.endsWith(dataSuffix)) return true
  const forVike = new URLSearchParams(query).getAll('_vike')
  return written.endsWith(dataSuffix) && forVike.every(isObjectJson)
}
