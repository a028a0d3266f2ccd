import type { ConflictChoice } from '../contract.ts'
import { classifyResponse, uploadFailureOf } from './classify-response.ts'
import type { FailedOutcome } from './sender.ts'
import type { Upload, UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'
import type { UploadConnection } from './upload-connection.ts'

/** An upload and the existing file of the same name. */
export interface NamedConflict {
  upload: Upload
  /** Bytes of the existing file. */
  size: number
  /** When the existing file was changed on its owner's device (ISO), as `lastModified` of the new one; null: unknown. */
  modifiedAt: string | null
}

/**
 * Resolves with a choice per upload; null: the person closed the dialog, so none of these files is uploaded. Rejects when the
 * person cannot be asked.
 */
export type AskConflicts = (
  conflicts: NamedConflict[],
  target: UploadTarget,
) => Promise<Map<Upload, ConflictChoice> | null>

const maxPathsPerCall = 1_000
const maxCharactersPerCall = 250_000

/** Batches of at most 1,000 paths that stay well below the limit of a JSON body. */
export const conflictBatches = function* (uploads: readonly Upload[]): Generator<Upload[]> {
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

interface ConflictQuery {
  api: UploadApi
  connection: UploadConnection
  batch: readonly Upload[]
  target: UploadTarget
  /** False for an upload that the person has stopped meanwhile. */
  isPending(upload: Upload): boolean
}

/**
 * Finds the existing files of a batch. Waits while the connection is lost. Errors of the target or of one file are left to
 * the chunk of each file; when the server cannot say which names exist, the outcome is a failure.
 */
export const findConflicts = async (query: ConflictQuery): Promise<NamedConflict[] | FailedOutcome> => {
  const { api, connection, batch, target, isPending } = query
  const paths = batch.map((upload) => upload.path)
  for (let attempt = 1; batch.some(isPending); attempt++) {
    const response = await api.conflicts(target.id, paths)
    if (response.ok) {
      connection.markOnline()
      const existing = new Map(response.body.conflicts.map((file) => [file.path, file]))
      return batch.flatMap((upload) => {
        const file = existing.get(upload.path)
        return file ? [{ upload, size: file.size, modifiedAt: file.modified_at }] : []
      })
    }
    const result = classifyResponse(response)
    if (result.kind === 'wait') {
      await connection.backOff(attempt, response.retryAfter)
      continue
    }
    const { stop, signedOut } = result.kind === 'rejected' ? result : { stop: false, signedOut: false }
    if (response.status < 500 && !stop) return []
    return { kind: 'failed', failure: uploadFailureOf(response), stop, signedOut }
  }
  return []
}
