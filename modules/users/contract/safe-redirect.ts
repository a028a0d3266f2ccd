const base = 'http://own.invalid'
/** Whitespace, control characters and backslashes: browsers drop or rewrite them, which can produce `//`. */
const unsafeChars = /[\s\p{Cc}\\]/u

/**
 * The path of a `redirect` query when it is safe to follow, else `fallback` (A56). Rejects paths that a browser, or a proxy
 * that decodes again, could read as another origin, and the sign-in and sign-up pages.
 */
export const safeRedirect = (wanted: string | null | undefined, fallback = '/platform/files'): string => {
  if (!wanted || wanted.length > 2_000 || unsafeChars.test(wanted) || !/^\/(?!\/)/.test(wanted)) return fallback
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : undefined
  if (url?.origin !== base) return fallback
  let decoded: string
  try {
    decoded = decodeURIComponent(url.pathname)
  } catch {
    return fallback
  }
  if (
    decoded.startsWith('//') ||
    unsafeChars.test(decoded.replaceAll(' ', '')) ||
    /^\/sign-(in|up)(\/|$)/.test(decoded)
  )
    return fallback
  return url.pathname + url.search + url.hash
}
