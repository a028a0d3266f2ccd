import type { PageContext } from 'vike/types'
import type { LegalPageData } from './+data.ts'

/** Languages with a text of their own; in others the page has the text of one of these. */
export const translations = (page: PageContext): readonly string[] => (page.data as LegalPageData).page.translations
