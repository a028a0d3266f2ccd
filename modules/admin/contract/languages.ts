import {
  array,
  boolean,
  content,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  record,
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
    /** As an administrator wrote it; empty: its own name. */
    name: string(),
    is_default: boolean(),
    /** Part of the product; its texts stay when it is deleted. */
    shipped: boolean(),
    /** Texts in all, those that are shown in English because there is none, and those that an administrator wrote. */
    total: integer(),
    missing: integer(),
    changed: integer(),
  }),
})
export type Language = Static<typeof Language>

/** A text of a language with the English one beside it. Each plural form of the language has its own key. */
export const LanguageString = object({
  key: string(),
  reference: string(),
  /** Null: there is none, the English text is shown. */
  value: nullable(string()),
  /** The text of the product; null without one. */
  shipped: nullable(string()),
})
export type LanguageString = Static<typeof LanguageString>

export const LanguageStrings = object({
  data: array(LanguageString),
  meta: object({ total: integer(), page: integer(), per_page: integer() }),
})
export type LanguageStrings = Static<typeof LanguageStrings>

export const stringFilters = ['missing', 'changed'] as const
export const StringQuery = object({
  /** Part of the key, the English text or the translation. */
  search: optional(string({ maxLength: 200 })),
  filter: optional(oneOf(stringFilters)),
  page: optional(string({ maxLength: 10 })),
})
export type StringQuery = Static<typeof StringQuery>

const localeParams = object({ id: string({ maxLength: 40 }) })
const override = optional(string({ maxLength: 10 }))
export const maxStringLength = 5_000

export const listLanguages = endpoint({
  method: 'GET',
  path: '/api/admin/languages',
  summary: 'List the languages',
  access: 'admin',
  scope: 'account',
  response: { 200: object({ data: array(Language), meta: object({ current_language: string() }) }) },
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

export const createLanguage = endpoint({
  method: 'POST',
  path: '/api/admin/languages',
  summary: 'Create a language, or offer a deleted one again',
  access: 'admin',
  scope: 'account',
  body: object({ locale: string({ maxLength: 40 }), name: string({ minLength: 1, maxLength: 60 }) }),
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
  body: object({ name: oneOf(['name']), value: string({ maxLength: 60 }), _method: override }),
  response: { 200: single(Language) },
  errors: [],
})

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

export const listStrings = endpoint({
  method: 'GET',
  path: '/api/admin/languages/:id/strings',
  summary: 'List the texts of a language',
  access: 'admin',
  scope: 'account',
  params: localeParams,
  query: StringQuery,
  response: { 200: LanguageStrings },
  errors: [],
})

/** `name`: the key. An empty value returns to the shipped text. Placeholders are those of the English text. */
export const updateString = endpoint({
  method: 'PATCH',
  path: '/api/admin/languages/:id/strings',
  summary: 'Change a text',
  access: 'admin',
  scope: 'account',
  params: localeParams,
  body: object({
    name: string({ maxLength: 200 }),
    value: string({ maxLength: maxStringLength }),
    _method: override,
  }),
  response: { 200: SuccessMessage },
  errors: ['admin.language-key-unknown', 'admin.language-placeholders', 'admin.language-text-invalid'],
})

export const exportStrings = endpoint({
  method: 'GET',
  path: '/api/admin/languages/:id/export',
  summary: 'Download the texts of a language as JSON, by key',
  access: 'admin',
  scope: 'account',
  params: localeParams,
  response: { 200: content('application/json', ['content-disposition']) },
  errors: [],
})

/** Stores the valid texts and names the others. */
export const importStrings = endpoint({
  method: 'POST',
  path: '/api/admin/languages/:id/import',
  summary: 'Import texts of a language, by key',
  access: 'admin',
  scope: 'account',
  params: localeParams,
  body: object({ translations: record(string({ maxLength: 200 }), string({ maxLength: maxStringLength })) }),
  response: {
    200: object({
      data: object({ imported: integer(), rejected: array(object({ key: string(), message: string() })) }),
    }),
  },
  errors: [],
})
