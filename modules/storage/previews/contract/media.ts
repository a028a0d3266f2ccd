import {
  endpoint,
  nullable,
  number,
  object,
  oneOf,
  rangedContent,
  redirect,
  type Static,
  uuid,
} from '../../../shared/contract.ts'
import { linkTokens } from '../../tree/contract.ts'

/** Preview of a film or sound as MP4, for visitors who may not download the original. 404 before it was made. */
export const showMediaPreview = endpoint({
  method: 'GET',
  path: '/thumbnail/media/:id',
  summary: 'Play the preview of a film or sound',
  access: 'link',
  params: object({ id: uuid() }),
  query: object({ ...linkTokens }),
  response: { ...rangedContent('*/*'), 303: redirect },
  errors: [
    'storage.item-not-found',
    'storage.thumbnail-not-found',
    'storage.blob-missing',
    'storage.storage-unhealthy',
    'storage.download-restricted',
    'storage.range-not-satisfiable',
  ],
})

/** `unavailable`: not a film or sound, not to be encoded, or the server has no ffmpeg. */
const mediaPreviewStates = ['ready', 'pending', 'unavailable'] as const

export const MediaPreviewState = object({
  state: oneOf([...mediaPreviewStates]),
  /** Part that is encoded, from 0 to 1; null while it waits. */
  progress: nullable(number()),
  /** Length of a preview that has the beginning only; null for a whole one. */
  seconds: nullable(number()),
})
export type MediaPreviewState = Static<typeof MediaPreviewState>

/** Asks for the preview of a film or sound: a missing one is made. */
export const showMediaPreviewState = endpoint({
  method: 'GET',
  path: '/thumbnail/media/:id/state',
  summary: 'Ask for the preview of a film or sound',
  access: 'link',
  params: object({ id: uuid() }),
  query: object({ ...linkTokens }),
  response: { 200: object({ data: MediaPreviewState }), 303: redirect },
  errors: ['storage.item-not-found'],
})
