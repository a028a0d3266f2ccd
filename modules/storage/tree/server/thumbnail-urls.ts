import type { ThumbnailSize } from '../contract.ts'
import type { ItemRow } from './item.row.ts'

/** A path with the parts of its query that are not undefined or empty. */
export const pathWithQuery = (path: string, ...parts: (string | undefined)[]) => {
  const query = parts.filter(Boolean).join('&')
  return query ? `${path}?${query}` : path
}

type Pictured = Pick<ItemRow, 'id' | 'blob_id'>

/** `v` in URLs of a blob's thumbnails: random digits of its id, which begins with the time. */
export const blobVersion = (blobId: string): string => blobId.slice(-8)

/** `v` identifies the blob, so that browsers fetch the thumbnail of a replaced file although they cache it for a year. */
const thumbnailUrl = (row: Pictured, size: ThumbnailSize, query?: string) =>
  pathWithQuery(`/thumbnail/${size}/${row.id}`, `v=${blobVersion(row.blob_id ?? '')}`, query)

/** URLs of a file's thumbnails by size. */
export const thumbnailsOf = (row: Pictured, query?: string) => ({
  xs: thumbnailUrl(row, 'xs', query),
  sm: thumbnailUrl(row, 'sm', query),
  lg: thumbnailUrl(row, 'lg', query),
  xl: thumbnailUrl(row, 'xl', query),
})
