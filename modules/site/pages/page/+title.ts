import type { PageContext } from 'vike/types'
import type { LegalPageData } from './+data.ts'

export const title = (page: PageContext): string | undefined => (page as { data?: LegalPageData }).data?.page.title
