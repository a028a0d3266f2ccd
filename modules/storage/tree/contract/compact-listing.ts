import type { Listing } from './browse.ts'
import type { Item } from './item.ts'
import { extensionOf } from './limits.ts'
import { columnOf, columnsOf, type ListingColumn } from './listing-columns.ts'

/** Rows of a list by columns, a third of their JSON as items; without the fields that follow from others. */
interface CompactItems {
  count: number
  /** Query of the `file_url`s, with its question mark, where they follow from id and name. */
  fileQuery?: string
  item: Record<string, ListingColumn>
  attributes: Record<string, ListingColumn>
  relationships: Record<string, ListingColumn>
}

/** A `Listing` as the data of a page carries it. */
export interface CompactListing {
  items: CompactItems
  meta: Listing['meta']
}

type Thumbnails = NonNullable<Item['attributes']['thumbnail']>

const fileUrl = (id: string, name: string, query: string) => `/file/${id}/${encodeURIComponent(name)}${query}`

const thumbnails = (id: string, version: string, query: string): Thumbnails => {
  const url = (size: string) => `/thumbnail/${size}/${id}?v=${version}${query.replace('?', '&')}`
  return { xs: url('xs'), sm: url('sm'), lg: url('lg'), xl: url('xl') }
}

/** The column with a time per row instead of differences. */
const expandTimes = (column: ListingColumn): ListingColumn => {
  if (!('times' in column)) return column
  let ms = 0
  return {
    each: column.times.map((later) => {
      ms += later
      return new Date(ms).toISOString()
    }),
  }
}

const expandColumns = (columns: Record<string, ListingColumn>): Record<string, ListingColumn> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, expandTimes(column)]))

/** Undefined where the row has no value. */
const valueAt = (column: ListingColumn, row: number): unknown => {
  if ('all' in column) return column.all
  if ('each' in column) return column.each[row]
  return 'values' in column ? column.values[column.at[row] as number] : undefined
}

type Values = Record<string, unknown>

const objectAt = (columns: Record<string, ListingColumn>, row: number): Values => {
  const values: Values = {}
  for (const name in columns) {
    const value = valueAt(columns[name] as ListingColumn, row)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** The part of the first `file_url` from its question mark on, if all of them follow from it. */
const fileQueryOf = (items: readonly Item[]): string | undefined => {
  const url = items.find(({ type }) => type === 'file')?.attributes.file_url ?? ''
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const follows = ({ id, type, attributes: { name, file_url, extension } }: Item) =>
    type === 'file'
      ? file_url === fileUrl(id, name, query) && extension === extensionOf(name)
      : file_url === null && extension === null
  return items.every(follows) ? query : undefined
}

/** The version that the thumbnails' URLs follow from, else the thumbnails. */
const compactThumbnail = ({ id, attributes: { thumbnail } }: Item, query: string): Thumbnails | string | null => {
  const version = /\?v=([^&]+)/.exec(thumbnail?.xs ?? '')?.[1]
  if (!thumbnail || version === undefined) return thumbnail
  const derived = thumbnails(id, version, query)
  return (['xs', 'sm', 'lg', 'xl'] as const).every((size) => derived[size] === thumbnail[size]) ? version : thumbnail
}

const compactItems = (items: readonly Item[]): CompactItems => {
  const fileQuery = fileQueryOf(items)
  const derived =
    fileQuery === undefined
      ? {}
      : {
          file_url: null,
          extension: null,
          thumbnail: () => columnOf(items, (item) => compactThumbnail(item, fileQuery)),
        }
  return {
    count: items.length,
    ...(fileQuery === undefined ? {} : { fileQuery }),
    item: columnsOf(items, { attributes: null, relationships: null }),
    attributes: columnsOf(
      items.map(({ attributes }) => attributes),
      derived,
    ),
    relationships: columnsOf(items.map(({ relationships }) => relationships)),
  }
}

const expandItem = ({ fileQuery, ...columns }: CompactItems, row: number): Item => {
  const { id, type } = objectAt(columns.item, row) as Pick<Item, 'id' | 'type'>
  const attributes = objectAt(columns.attributes, row) as Item['attributes']
  const relationships = objectAt(columns.relationships, row) as Item['relationships']
  if (fileQuery !== undefined) {
    const { name, thumbnail } = attributes as { name: string; thumbnail: Thumbnails | string | null }
    attributes.file_url = type === 'file' ? fileUrl(id, name, fileQuery) : null
    attributes.extension = type === 'file' ? extensionOf(name) : null
    if (typeof thumbnail === 'string') attributes.thumbnail = thumbnails(id, thumbnail, fileQuery)
  }
  return { id, type, attributes, relationships }
}

/** The server renders the page of a listing that it has just compacted: it need not be put together again. */
const compacted = /* @__PURE__ */ new WeakMap<CompactListing, Listing>()

/** A listing for the data of a page; `expandListing` undoes it. */
export const compactListing = (listing: Listing): CompactListing => {
  const compact = { items: compactItems(listing.data.map((row) => row.data)), meta: listing.meta }
  compacted.set(compact, listing)
  return compact
}

export const expandListing = (compact: CompactListing): Listing => compacted.get(compact) ?? expand(compact)

const expand = ({ items, meta }: CompactListing): Listing => {
  const expanded = { ...items, attributes: expandColumns(items.attributes) }
  return { data: Array.from({ length: items.count }, (_, row) => ({ data: expandItem(expanded, row) })), meta }
}
