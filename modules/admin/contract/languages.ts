import {
  alias,
  array,
  boolean,
  endpoint,
  integer,
  object,
  oneOf,
  optional,
  type Static,
  SuccessMessage,
  single,
  string,
} from '../../shared/contract.ts'

export const Language = object({
  /** The locale. */
  id: string(),
  type: oneOf(['language']),
  attributes: object({
    /** BCP 47. */
    locale: string(),
    /** Name that an administrator wrote; empty: the language's own name. */
    name: string(),
    is_default: boolean(),
    /** True for a language of the product, whose shipped texts stay when it is deleted. */
    shipped: boolean(),
    /** Number of texts; of texts that are shown in English because they are missing; of texts that administrators wrote. */
    total: integer(),
    missing: integer(),
    changed: integer(),
    /** Number of changed texts that are not used, because the English ones have other placeholders in this version. */
    outdated: integer(),
  }),
})
export type Language = Static<typeof Language>

/** The locale. */
export const localeParams = object({ id: string({ maxLength: 40 }) })
const override = optional(string({ maxLength: 10 }))

export const listLanguages = endpoint({
  method: 'GET',
  path: '/api/admin/languages',
  summary: 'List the languages',
  access: 'admin',
  scope: 'account',
  response: { 200: object({ data: array(single(Language)), meta: object({ current_language: single(Language) }) }) },
  errors: [],
})

export const showLanguage = endpoint({
  method: 'GET',
  path: '/api/admin/languages/:id',
  summary: 'Read a language',
  access: 'admin',
  scope: 'account',
  params: localeParams,
  response: { 200: single(Language) },
  errors: [],
})

export const maxLanguageNameLength = 60

export const createLanguage = endpoint({
  method: 'POST',
  path: '/api/admin/languages',
  summary: 'Create a language, or offer a deleted one again',
  access: 'admin',
  scope: 'account',
  body: object({ locale: string({ maxLength: 40 }), name: string({ minLength: 1, maxLength: maxLanguageNameLength }) }),
  response: { 201: single(Language) },
  errors: ['admin.language-invalid', 'admin.language-exists'],
})

export const updateLanguage = endpoint({
  method: 'PATCH',
  path: '/api/admin/languages/:id',
  summary: 'Rename a language',
  access: 'admin',
  scope: 'account',
  params: localeParams,
  body: object({ name: oneOf(['name']), value: string({ maxLength: maxLanguageNameLength }), _method: override }),
  response: { 200: single(Language) },
  errors: [],
})

/** The same by PUT. */
export const replaceLanguage = alias(updateLanguage, { method: 'PUT' })

/** Its readers get the installation's language; English, which fills all others, stays. */
export const deleteLanguage = endpoint({
  method: 'DELETE',
  path: '/api/admin/languages/:id',
  summary: 'Delete a language and its changed texts',
  access: 'admin',
  scope: 'account',
  params: localeParams,
  response: { 200: SuccessMessage },
  errors: ['admin.language-required'],
})
