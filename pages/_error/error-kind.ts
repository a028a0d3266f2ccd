/**
 * Which error a page shows: a server error, an address that nothing has, or a link that does not open anything any more. A
 * deleted link is not told from one that never existed (docs/security.md).
 */
// i18n-keys: web:error.broken.*, web:error.notFound.*, web:error.link.*
export const errorKind = (page: { urlPathname: string; is404?: boolean | null }): 'broken' | 'notFound' | 'link' => {
  if (!page.is404) return 'broken'
  return /^\/(share|request)\//.test(page.urlPathname) ? 'link' : 'notFound'
}
