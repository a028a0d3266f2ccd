import type { PageContext } from 'vike/types'

export const titleKey = (pageContext: PageContext): string =>
  (pageContext as { is404?: boolean | null }).is404 ? 'web:error.notFound.pageTitle' : 'web:error.broken.pageTitle'
