import type { ConflictChoice } from '../contract.ts'
import type { Line } from './connection.ts'
import { judge } from './responses.ts'
import type { Upload, UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'

/** A file that is there already, beside the one that is to come. */
export interface Conflict {
  upload: Upload
  /** Of the file that is there: bytes, ISO time. */
  size: number
  updatedAt: string
}

/** Answers per path; null: the person closed the question, so nothing of it is uploaded. */
export type AskConflicts = (conflicts: Conflict[], target: UploadTarget) => Promise<Map<Upload, ConflictChoice> | null>

const mostPaths = 1_000
const mostCharacters = 250_000

/** Slices of at most 1,000 paths that stay well below the limit of a JSON body. */
export const batches = function* (uploads: readonly Upload[]): Generator<Upload[]> {
  let batch: Upload[] = []
  let characters = 0
  for (const upload of uploads) {
    if (batch.length === mostPaths || (batch.length > 0 && characters + upload.path.length > mostCharacters)) {
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
 * Which of a batch exist already. Waits out a lost connection; when the server will not tell, none, and the server's
 * own default (keep both) decides.
 */
export const findConflicts = async (
  api: UploadApi,
  line: Line,
  batch: readonly Upload[],
  target: UploadTarget,
): Promise<Conflict[]> => {
  const paths = batch.map((upload) => upload.path)
  for (let attempt = 1; ; attempt++) {
    const answer = await api.conflicts(target.id, paths)
    if (answer.status === 200) {
      line.up()
      const found = answer.body.conflicts as { path: string; size: number; updated_at: string }[]
      const there = new Map(found.map((entry) => [entry.path, entry]))
      return batch.flatMap((upload) => {
        const entry = there.get(upload.path)
        return entry ? [{ upload, size: entry.size, updatedAt: entry.updated_at }] : []
      })
    }
    if (judge(answer).kind !== 'wait') return []
    await line.wait(attempt, answer.retryAfter)
  }
}
