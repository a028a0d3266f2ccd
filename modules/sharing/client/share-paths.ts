import { type Sorting, sortFields } from '../../shared/contract.ts'
import type { Item } from '../../storage/contract.ts'
import type { PublicShareLink } from '../contract.ts'

/** How a folder of a link is shown. The URL contains it, so that links work without JavaScript. */
export interface FolderViewOptions {
  sorting: Sorting
  display: 'list' | 'grid'
  /** From 1. */
  page: number
}

const defaultShareSorting: Sorting = { field: 'name', direction: 'ASC' }

const base = (token: string) => `/share/${encodeURIComponent(token)}`
/** The form that unlocks the link; `page`: path below the link's, to be opened after unlocking. */
export const lockedPath = (token: string, page: string | null): string =>
  `${base(token)}/authenticate${page ? `?page=${encodeURIComponent(page)}` : ''}`
/** Page of the shared file; with an id, of a file in the shared folder. */
export const filePath = (token: string, id?: string): string => `${base(token)}/file${id ? `/${id}` : ''}`

const query = ({ sorting, display, page }: FolderViewOptions): string => {
  const fields = new URLSearchParams()
  if (sorting.field !== defaultShareSorting.field || sorting.direction !== defaultShareSorting.direction) {
    fields.set('sort', sorting.field)
    fields.set('direction', sorting.direction)
  }
  if (display === 'grid') fields.set('display', 'grid')
  if (page > 1) fields.set('page', String(page))
  const text = fields.toString()
  return text ? `?${text}` : ''
}

/** Path of a folder of the link. */
export const shareFolderPath = (token: string, id: string, show?: FolderViewOptions): string =>
  `${base(token)}/files/${id}${show ? query(show) : ''}`

/** Options in the query of a folder's URL; invalid ones are ignored. */
export const parseViewOptions = (search: Record<string, string>): FolderViewOptions => {
  const field = sortFields.find((name) => name === search.sort)
  return {
    sorting: field
      ? { field, direction: search.direction?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC' }
      : defaultShareSorting,
    display: search.display === 'grid' ? 'grid' : 'list',
    page: /^[1-9]\d{0,6}$/.test(search.page ?? '') ? Number(search.page) : 1,
  }
}

/** Path of the shared folder or file. */
export const shareHomePath = ({ attributes: { token, item_id: id, type } }: PublicShareLink): string =>
  type === 'folder' && id ? shareFolderPath(token, id) : filePath(token)

/** Path of an item's download: a folder as an archive. The response names the file. */
export const downloadPath = (token: string, { id, type, attributes }: Item): string =>
  type === 'folder'
    ? zipPath(token, [{ id, type }])
    : `/file/${id}${withDownload(/\?.*/s.exec(attributes.file_url ?? '')?.[0])}`

const withDownload = (query: string | undefined) => (query ? `${query}&download=1` : '?download=1')

const zipPath = (token: string, items: readonly { id: string; type: string }[]): string =>
  `/api/sharing/zip/${encodeURIComponent(token)}?items=${encodeURIComponent(items.map(({ id, type }) => `${id}|${type}`).join(','))}`
