import type { PageContext } from 'vike/types'
import type { LegalPageData } from './+data.ts'

/** The page in any other language would have the text of one of these. */
export const translations = (page: PageContext): readonly string[] => (page.data as LegalPageData).page.translations
