/**
 * Which error a page shows: a server error, a URL without a page, or a link that does not open anything any more. A deleted
 * link and a link that never existed look the same (docs/security.md).
 */
// i18n-keys: web:error.broken.*, web:error.notFound.*, web:error.link.*
export const errorKind = (page: { urlPathname: string; is404?: boolean | null }): 'broken' | 'notFound' | 'link' => {
  if (!page.is404) return 'broken'
  return /^\/(share|request)\//.test(page.urlPathname) ? 'link' : 'notFound'
}
