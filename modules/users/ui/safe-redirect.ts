const base = 'http://own.invalid'
/** White space, control characters and backslashes: browsers drop or rewrite them, and `//` may appear. */
const odd = /[\s\p{Cc}\\]/u

/**
 * A same-origin path from a `redirect` query, else `fallback` (A56). Everything that a browser, or a proxy that decodes
 * once more, could read as another origin is refused, and so is the sign-in page itself.
 */
export const safeRedirect = (wanted: string | null | undefined, fallback = '/platform/files'): string => {
  if (!wanted || wanted.length > 2_000 || odd.test(wanted) || !/^\/(?!\/)/.test(wanted)) return fallback
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : undefined
  if (url?.origin !== base) return fallback
  let decoded: string
  try {
    decoded = decodeURIComponent(url.pathname)
  } catch {
    return fallback
  }
  if (decoded.startsWith('//') || odd.test(decoded.replaceAll(' ', '')) || /^\/sign-(in|up)(\/|$)/.test(decoded))
    return fallback
  return url.pathname + url.search + url.hash
}
