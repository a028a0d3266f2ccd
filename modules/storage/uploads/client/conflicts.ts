import type { ConflictChoice } from '../contract.ts'
import type { Connection } from './connection.ts'
import { classify } from './responses.ts'
import type { Upload, UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'

/** An upload and the existing file of the same name. */
export interface Conflict {
  upload: Upload
  /** Bytes of the existing file. */
  size: number
  /** When the existing file was changed on its owner's device (ISO), as `lastModified` of the new one; null: unknown. */
  modifiedAt: string | null
}

/** Resolves with a choice per upload; null: the person closed the dialog, so none of these files is uploaded. */
export type AskConflicts = (conflicts: Conflict[], target: UploadTarget) => Promise<Map<Upload, ConflictChoice> | null>

const maxPathsPerCall = 1_000
const maxCharactersPerCall = 250_000

/** Batches of at most 1,000 paths that stay well below the limit of a JSON body. */
export const batches = function* (uploads: readonly Upload[]): Generator<Upload[]> {
  let batch: Upload[] = []
  let characters = 0
  for (const upload of uploads) {
    if (
      batch.length === maxPathsPerCall ||
      (batch.length > 0 && characters + upload.path.length > maxCharactersPerCall)
    ) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(upload)
    characters += upload.path.length
  }
  if (batch.length > 0) yield batch
}

/**
 * Finds the existing files of a batch. Waits while the connection is lost. When the server rejects the call, none is
 * found, and the server's default (keep both) applies.
 */
export const findConflicts = async (
  api: UploadApi,
  connection: Connection,
  batch: readonly Upload[],
  target: UploadTarget,
): Promise<Conflict[]> => {
  const paths = batch.map((upload) => upload.path)
  for (let attempt = 1; ; attempt++) {
    const response = await api.conflicts(target.id, paths)
    if (response.status === 200) {
      connection.markOnline()
      const found = response.body.conflicts as { path: string; size: number; modified_at: string | null }[]
      const existing = new Map(found.map((entry) => [entry.path, entry]))
      return batch.flatMap((upload) => {
        const entry = existing.get(upload.path)
        return entry ? [{ upload, size: entry.size, modifiedAt: entry.modified_at }] : []
      })
    }
    if (classify(response).kind !== 'wait') return []
    await connection.backOff(attempt, response.retryAfter)
  }
}
