import {
  array,
  boolean,
  content,
  endpoint,
  notModified,
  nullable,
  object,
  oneOf,
  optional,
  redirect,
  type Static,
  string,
  uuid,
} from '../../../shared/contract.ts'
import { linkTokens, ThumbnailUrls } from '../../tree/contract.ts'

/** A thumbnail as WebP. For a picture smaller than the size, the next smaller thumbnail. */
export const showThumbnail = endpoint({
  method: 'GET',
  path: '/thumbnail/:size/:id',
  summary: 'Download a thumbnail',
  access: 'link',
  params: object({ size: oneOf(['xs', 'sm', 'lg', 'xl']), id: uuid() }),
  query: object({ v: optional(string({ maxLength: 40 })), ...linkTokens }),
  response: { 200: content('image/webp', ['etag', 'cache-control']), 303: redirect, 304: notModified },
  errors: [
    'storage.item-not-found',
    'storage.thumbnail-not-found',
    'storage.blob-missing',
    'storage.storage-unhealthy',
    'storage.download-restricted',
  ],
})

/** Pages of a PDF that links without downloads show. */
export const maxPreviewPages = 20

/** A page of a PDF after the first, which is the thumbnail, as WebP. */
export const showDocumentPage = endpoint({
  method: 'GET',
  path: '/thumbnail/page/:page/:id',
  summary: 'Download a page of a PDF as a picture',
  access: 'link',
  params: object({ page: string({ pattern: '^([2-9]|1[0-9]|20)$' }), id: uuid() }),
  query: object({ v: optional(string({ maxLength: 40 })), ...linkTokens }),
  response: { 200: content('image/webp', ['etag', 'cache-control']), 303: redirect, 304: notModified },
  errors: [
    'storage.item-not-found',
    'storage.thumbnail-not-found',
    'storage.blob-missing',
    'storage.storage-unhealthy',
    'storage.download-restricted',
  ],
})

const ThumbnailState = object({ id: uuid(), thumbnail: nullable(ThumbnailUrls), thumbnail_pending: boolean() })
export type ThumbnailState = Static<typeof ThumbnailState>

/** Maximum number of ids per call. */
export const maxWantedThumbnails = 200

/**
 * Prioritizes the thumbnails of pictures on screen. Returns the state of each; leaves out purged items. 404 when none
 * is in scope.
 */
export const wantThumbnails = endpoint({
  method: 'POST',
  path: '/api/thumbnails',
  summary: 'Ask for thumbnails to be made first',
  access: 'session',
  scope: 'read',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxWantedThumbnails }) }),
  response: { 200: object({ data: array(ThumbnailState) }) },
  errors: ['storage.item-not-found'],
})
