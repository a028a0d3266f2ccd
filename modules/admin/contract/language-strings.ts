import {
  array,
  boolean,
  content,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  optional,
  record,
  type Static,
  SuccessMessage,
  string,
} from '../../shared/contract.ts'
import { localeParams } from './languages.ts'

/** A text of a language with the English one beside it. Each plural form of the language has its own key. */
export const LanguageString = object({
  key: string(),
  reference: string(),
  /** Null: there is none, `base` or the English text is shown. */
  value: nullable(string()),
  /** The text of the product; null without one. */
  shipped: nullable(string()),
  /** The text of the language that this one is a variant of (`de-AT`: `de`); null without one. */
  base: nullable(string()),
  /** True for a text with other placeholders than the English text of this version has: it is not used. */
  outdated: boolean(),
})
export type LanguageString = Static<typeof LanguageString>

export const LanguageStrings = object({
  data: array(LanguageString),
  meta: object({
    total: integer(),
    page: integer(),
    per_page: integer(),
    /** Position of the page's first text in the whole list, from 0. */
    from: integer(),
    next_cursor: nullable(string()),
    prev_cursor: nullable(string()),
  }),
})
export type LanguageStrings = Static<typeof LanguageStrings>

export const stringFilters = ['missing', 'changed', 'outdated'] as const
export type StringFilter = (typeof stringFilters)[number]
export const StringQuery = object({
  /** Part of the key, the English text or the translation. */
  search: optional(string({ maxLength: 200 })),
  filter: optional(oneOf(stringFilters)),
  page: listQuery.page,
  /**
   * Goes on from a text, which the filter may no longer find: numbers of pages would skip texts that follow changed
   * ones.
   */
  cursor: optional(string({ maxLength: 210, pattern: '^(after|before):' })),
})
export type StringQuery = Static<typeof StringQuery>

export const maxStringLength = 5_000

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

/** `name`: the key. An empty value restores the shipped text. The text needs the placeholders of the English one. */
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
    _method: optional(string({ maxLength: 10 })),
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

/** Stores the valid texts; `rejected` has the keys of the others. */
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
