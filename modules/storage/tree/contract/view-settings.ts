import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  record,
  type Static,
  sortFields,
  string,
} from '../../../shared/contract.ts'

/** Limits of a column's width in px at a root font size of 16 px. */
export const minColumnWidth = 72
export const maxColumnWidth = 640
/** Settings kept per account; beyond that, the ones changed longest ago are dropped. */
export const maxViewSettings = 200

const columnName = () => string({ pattern: '^\\+?[a-z_]{1,31}$' })

const Preview = oneOf(['list', 'grid'])
/** By the deletion: only the trash, whose order it is without `sort`. */
const ListSorting = object({ field: oneOf([...sortFields, 'deleted_at']), direction: oneOf(['ASC', 'DESC']) })
export type ListSorting = Static<typeof ListSorting>
const Columns = array(columnName(), { maxItems: 16, uniqueItems: true })
const Widths = record(columnName(), integer({ minimum: minColumnWidth, maximum: maxColumnWidth }), {
  maxProperties: 16,
  additionalProperties: false,
})
const Density = oneOf(['default', 'compact'])

/**
 * View of a folder or list for one person. Absent properties are inherited: from the settings of `files`, the root, and at
 * last from the list's own defaults.
 */
export const ViewSettings = object({
  preview: optional(Preview),
  sorting: optional(ListSorting),
  /** Columns besides the name. */
  columns: optional(Columns),
  /** Width of columns that are not as wide as by default. */
  widths: optional(Widths),
  density: optional(Density),
})
export type ViewSettings = Static<typeof ViewSettings>

/** Absent properties stay as they are; null ones are inherited again. */
const ViewChanges = object({
  preview: optional(nullable(Preview)),
  sorting: optional(nullable(ListSorting)),
  columns: optional(nullable(Columns)),
  widths: optional(nullable(Widths)),
  density: optional(nullable(Density)),
})
export type ViewChanges = Static<typeof ViewChanges>

/** Settings by folder id or name of a list: `files` (the root), `recent`, `trash`, `shared-with-me`. */
export type StoredViews = Readonly<Record<string, ViewSettings>>

/** Realtime event for the other tabs and devices of a person who changed how a folder or list is shown. */
export const viewChanged = 'view-changed'
export interface ViewChanged {
  key: string
  /** Null: it inherits all settings. */
  settings: ViewSettings | null
}

const params = object({
  key: string({
    pattern: '^([a-z][a-z-]{0,31}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$',
    description: 'Id of a folder, or name of a list, such as `files` for the root.',
  }),
})

/** Replaces the settings of one folder or list; without any property it inherits all of them again. */
export const putViewSettings = endpoint({
  method: 'PUT',
  path: '/api/views/:key',
  summary: 'Set how a folder or list is shown',
  access: 'session',
  params,
  body: ViewSettings,
  response: { 204: null },
  errors: ['storage.item-not-found'],
})

/** Changes some settings of one folder or list: another tab or device may have changed others meanwhile. */
export const changeViewSettings = endpoint({
  method: 'PATCH',
  path: '/api/views/:key',
  summary: 'Change how a folder or list is shown',
  access: 'session',
  params,
  body: ViewChanges,
  response: { 204: null },
  errors: ['storage.item-not-found'],
})

export const listViewSettings = endpoint({
  method: 'GET',
  path: '/api/views',
  summary: 'Read how folders and lists are shown',
  access: 'session',
  response: { 200: object({ data: record(string(), ViewSettings) }) },
  errors: [],
})
