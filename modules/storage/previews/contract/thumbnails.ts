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
import { linkTokens, Thumbnails } from '../../tree/contract.ts'

/** A preview as WebP; a size that the picture is too small for is answered with the next smaller one there is. */
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

const ThumbnailState = object({ id: uuid(), thumbnail: nullable(Thumbnails), thumbnail_pending: boolean() })
export type ThumbnailState = Static<typeof ThumbnailState>

/** Pictures asked about in one call. */
export const maxWantedThumbnails = 200

/**
 * Somebody looks at pictures whose thumbnails are not made yet: they are made first. Answers how far each is; items that
 * are gone meanwhile are left out, 404 when none is in reach.
 */
export const wantThumbnails = endpoint({
  method: 'POST',
  path: '/api/thumbnails',
  summary: 'Ask for thumbnails to be made first',
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxWantedThumbnails }) }),
  response: { 200: object({ data: array(ThumbnailState) }) },
  errors: ['storage.item-not-found'],
})
