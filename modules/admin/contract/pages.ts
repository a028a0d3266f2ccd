import {
  alias,
  array,
  boolean,
  endpoint,
  listQuery,
  object,
  oneOf,
  optional,
  Paginate,
  type Static,
  single,
  string,
  timestamp,
  union,
} from '../../shared/contract.ts'
import { PageResource, type PageSlug, pageSlugs } from '../../site/contract.ts'

/** A legal page: what readers see of it, also of a hidden one, and what its editor needs. */
export const AdminPage = object({
  id: oneOf(pageSlugs),
  type: oneOf(['page']),
  attributes: object({
    ...PageResource.properties.attributes.properties,
    /** What the operator has written; empty: the default text. */
    own: object({ title: string(), content: string() }),
    /** The default content in the caller’s language; `{{app}}`, `{{url}}` and `{{contact}}` stand for what readers see. */
    default_content: string(),
    /** Versions of the `own` texts, for `updatePage`. */
    versions: object({ title: string(), content: string() }),
    updated_at: timestamp(),
  }),
})
export type AdminPage = Static<typeof AdminPage>

/** A legal page as its editor shows it. `title` and `content` are what the operator has written; empty: the default text. */
export interface EditablePage {
  slug: PageSlug
  visible: boolean
  title: string
  content: string
  /** The title and content that readers see. */
  shown: { title: string; content: string }
  default_content: string
  versions: { title: string; content: string }
}

export const maxPageLength = 100_000
export const maxPageTitleLength = 200

/** Without `sort` in the order of the footer; with it from A, unless `direction` says otherwise. */
export const PageListQuery = object({
  page: listQuery.page,
  sort: optional(oneOf(['title', 'slug', 'visibility'])),
  direction: listQuery.direction,
})
export type PageListQuery = Static<typeof PageListQuery>

export const listPages = endpoint({
  method: 'GET',
  path: '/api/admin/pages',
  summary: 'List the legal pages',
  access: 'admin',
  scope: 'account',
  query: PageListQuery,
  response: { 200: object({ data: array(single(AdminPage)), meta: object({ paginate: Paginate }) }) },
  errors: [],
})

export const showPage = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:slug',
  summary: 'Read a legal page, also a hidden one',
  access: 'admin',
  scope: 'account',
  params: object({ slug: string({ maxLength: 60 }) }),
  response: { 200: single(AdminPage) },
  errors: [],
})

/**
 * `visibility` takes a boolean, `title` one line, `content` Markdown, or HTML that begins with a tag; empty: the default.
 * `version`: that of the title or content which the value replaces; another one is not replaced. Missing: any is.
 */
export const updatePage = endpoint({
  method: 'PATCH',
  path: '/api/admin/pages/:slug',
  summary: 'Change a legal page',
  access: 'admin',
  scope: 'account',
  params: object({ slug: string({ maxLength: 60 }) }),
  body: object({
    name: oneOf(['title', 'content', 'visibility']),
    value: union([string({ maxLength: maxPageLength }), boolean()]),
    version: optional(string({ maxLength: 100 })),
    _method: optional(string({ maxLength: 10 })),
  }),
  response: { 200: single(AdminPage) },
  errors: ['admin.page-value-invalid', 'site.page-changed'],
})

/** The same by PUT. */
export const replacePage = alias(updatePage, { method: 'PUT' })
