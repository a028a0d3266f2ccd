import type { PageContextServer } from 'vike/types'
import { type LanguagesPageData, readLanguageState } from '../../../client/language-query.ts'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<LanguagesPageData> => {
  const admin = adminServices(page)
  const languages = await admin.languages()
  const { search } = page.urlParsed
  const shown =
    languages.find(({ id }) => id === search.locale) ??
    languages.find(({ attributes }) => attributes.is_default) ??
    languages[0]
  const state = readLanguageState(search, shown?.id ?? '', admin.isStringQuery)
  const { locale, ...query } = state
  return { languages, state, strings: await admin.strings(locale, query) }
}
