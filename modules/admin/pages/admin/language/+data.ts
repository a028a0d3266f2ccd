import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { LanguagesPageData } from '../../../client/language-query.ts'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<LanguagesPageData> => {
  const admin = adminServices(page)
  const languages = await admin.languages()
  const { search } = page.urlParsed
  // The page edits no other language instead of one that does not exist.
  const shown =
    search.locale === undefined
      ? (languages.find(({ attributes }) => attributes.is_default) ?? languages[0])
      : languages.find(({ id }) => id === search.locale)
  if (!shown) throw render(404)
  const { page: _, ...query } = admin.stringQuery(search)
  return { languages, state: { ...query, locale: shown.id }, strings: await admin.strings(shown.id, query) }
}
