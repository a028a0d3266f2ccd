import type { Static } from '../../../shared/contract.ts'
import { array, endpoint, integer, object, oneOf, string, timestamp, uuid } from '../../../shared/contract.ts'
import { ActivityActor } from '../../activity/contract.ts'
import { Accepted } from '../../operations/contract.ts'
import { folderParam } from '../../tree/contract.ts'

/** Why something cannot be restored. */
const lossReasons = ['deleted', 'folder-deleted', 'version-deleted', 'moved-away'] as const
export type LossReason = (typeof lossReasons)[number]

/** Times to which a folder can be restored: from `earliest` on. `moments`: right before many changes, newest first. */
export const RestorePoints = object({
  earliest: timestamp(),
  moments: array(
    object({
      /** Time right before the changes. */
      at: timestamp(),
      /** How many changes there were; an item that was replaced and renamed has two. */
      count: integer(),
      /** By whom most of them were. */
      actor: ActivityActor,
    }),
  ),
})
export type RestorePoints = Static<typeof RestorePoints>

/** Changes that a restore would make. One item counts in each group that it belongs to. */
export const RestorePreview = object({
  /** Files that get an earlier content. */
  contents: integer(),
  moved: integer(),
  renamed: integer(),
  /** Items that come out of the trash. */
  restored: integer(),
  /** Newer items that go to the trash. */
  trashed: integer(),
  /** Items or contents that cannot be restored. */
  lost: integer(),
  /** The first of them, by their names of then; without those that the caller may not see. */
  losses: array(object({ id: uuid(), name: string(), reason: oneOf(lossReasons) })),
})
export type RestorePreview = Static<typeof RestorePreview>

const errors = ['storage.parent-not-found', 'storage.forbidden'] as const

/** Earlier times of a folder, or of the root (`all`). */
export const listRestorePoints = endpoint({
  method: 'GET',
  path: '/api/restore-points/:id',
  summary: 'List times to which a folder can be restored',
  access: 'session',
  params: folderParam,
  response: { 200: object({ data: RestorePoints }) },
  errors,
})

/** Changes that restoring the folder to the time `at` would make. Makes none. 422 where counting them takes too long. */
export const previewRestorePoint = endpoint({
  method: 'GET',
  path: '/api/restore-points/:id/preview',
  summary: 'Preview a restore to an earlier time',
  access: 'session',
  params: folderParam,
  query: object({ at: timestamp() }),
  response: { 200: object({ data: RestorePreview }) },
  errors: [...errors, 'storage.restore-point-unknown', 'storage.preview-too-large'],
})

/**
 * Restores a folder, or the root without team folders (`all`), to the time `at`, by an operation of the kind `rewind`. Newer items go to the
 * trash, present contents become versions. For the owner, and for members who may edit the team folder, back to the time from
 * which they are members.
 */
export const startRestorePoint = endpoint({
  method: 'POST',
  path: '/api/restore-points/:id',
  summary: 'Restore a folder to an earlier time',
  access: 'session',
  params: folderParam,
  body: object({ at: timestamp() }),
  response: { 202: Accepted },
  errors: [...errors, 'storage.restore-point-unknown', 'storage.restore-running'],
})
