import type { Language, LanguageStrings, StringQuery } from '../contract.ts'

/** State of the editor, as it is in the URL. */
export interface LanguageState extends Omit<StringQuery, 'page'> {
  locale: string
}

/** Data of the page `/admin/language`. */
export interface LanguagesPageData {
  languages: Language[]
  state: LanguageState
  strings: LanguageStrings
}

const names = ['search', 'filter', 'cursor'] as const

export const languageHref = ({ locale, ...query }: LanguageState): string => {
  const params = new URLSearchParams({ locale })
  for (const name of names) if (query[name]) params.set(name, query[name])
  return `/admin/language?${params}`
}

/** ISO 639-1 as canonical tags, which are the ids of languages, and the regional variants that translations often have. */
export const knownLocales: readonly string[] = (
  'aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cv cy da de dv dz ee el en eo es et eu fa ' +
  'ff fi fil fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km ' +
  'kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn nr nv ny oc oj om ' +
  'or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tn to ' +
  'tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu de-AT de-CH en-AU en-GB es-MX fr-CA pt-BR pt-PT zh-CN zh-TW'
).split(' ')
