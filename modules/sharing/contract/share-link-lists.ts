import { array, endpoint, object, uuid } from '../../shared/contract.ts'
import { FolderQuery, Listing, pageErrors } from '../../storage/contract.ts'
import { ShareLink } from './share-link.ts'

/** All links of one item, newest first. */
export const listItemShareLinks = endpoint({
  method: 'GET',
  path: '/api/items/:id/shares',
  summary: 'List the share links of an item',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: object({ data: array(object({ data: ShareLink })) }) },
  errors: ['storage.item-not-found'],
})

/** The caller's items with a link, listed like a folder; each has its newest link in `relationships.shared`. */
export const browseSharedItems = endpoint({
  method: 'GET',
  path: '/api/browse/share',
  summary: 'List the items with a share link',
  access: 'session',
  query: FolderQuery,
  response: { 200: Listing },
  errors: [...pageErrors],
})
