import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  uuid,
} from '../../shared/contract.ts'
import { Thumbnails } from './item.ts'

/** Tokens of links that lead here (API.md D29); without one the caller must be signed in. */
const tokens = { share: optional(string({ maxLength: 64 })), request: optional(string({ maxLength: 64 })) }
const downloadQuery = object({
  /** `1`: as an attachment, whatever the type. */
  download: optional(string({ maxLength: 5 })),
  /** `1`: of a file in the caller's own trash, as an attachment. Without it what is trashed is 404. */
  trashed: optional(string({ maxLength: 5 })),
  ...tokens,
})

/** The bytes of a file (API.md D11): Range, If-Range, ETag, HEAD. The name is for people and their programs. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/file/:id',
  access: 'link',
  params: object({ id: uuid() }),
  query: downloadQuery,
  response: { 200: null, 206: null, 304: null },
})

export const downloadNamedFile = endpoint({
  method: 'GET',
  path: '/file/:id/:name',
  access: 'link',
  params: object({ id: uuid(), name: string({ maxLength: 3_000 }) }),
  query: downloadQuery,
  response: { 200: null, 206: null, 304: null },
})

/** A preview as WebP; a size that the picture is too small for is answered with the next smaller one there is. */
export const showThumbnail = endpoint({
  method: 'GET',
  path: '/thumbnail/:size/:id',
  access: 'link',
  params: object({ size: oneOf(['xs', 'sm', 'lg', 'xl']), id: uuid() }),
  query: object({ v: optional(string({ maxLength: 40 })), ...tokens }),
  response: { 200: null, 304: null },
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
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxWantedThumbnails }) }),
  response: { 200: object({ data: array(ThumbnailState) }) },
})
