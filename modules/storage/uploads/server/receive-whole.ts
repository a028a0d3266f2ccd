import type { IncomingMessage } from 'node:http'
import type { Scope } from '../../tree/index.ts'
import { enforceMinThroughput } from './min-throughput.ts'
import { type ChunkRequest, parseSingleUpload } from './parse-chunk-request.ts'
import { type ChunkBody, rawBody } from './request-body.ts'
import { type StoredFile, storedFile } from './upload-outcome.ts'
import type { Uploads } from './uploads.ts'

interface WholeBody extends Pick<ChunkRequest, 'checkReplaced'> {
  name: string
  /** Null: the root of the scope. */
  parentId: string | null
  modifiedAt: Date | null
  /** SHA-256 of the content in hexadecimal, where the sender told it. */
  sha256: string | null
}

async function* noPieces(): AsyncGenerator<Buffer> {}

const emptyBody = (): ChunkBody => ({ pieces: noPieces(), length: 0, partName: null, disposable: false })

/**
 * Stores the body of a request, of known length or not, in place of a file of this name. An empty body, or none, makes an empty
 * file. It is durable when this resolves; of a call that fails nothing stays. Errors as `Uploads.chunk`, and those of `checkReplaced`.
 */
export const receiveWhole = async (
  uploads: Uploads,
  scope: Scope,
  raw: IncomingMessage | null,
  { name, parentId, modifiedAt, sha256, checkReplaced }: WholeBody,
): Promise<StoredFile> => {
  const fields = { ...(parentId && { parent_id: parentId }), ...(sha256 && { sha256 }), on_conflict: 'replace' }
  const request = parseSingleUpload(fields, name, { takesSkipped: true })
  const stopCheck = raw && enforceMinThroughput(raw)
  try {
    const chunk: ChunkRequest = { ...request, modifiedAt, mayBeEmpty: true, ...(checkReplaced && { checkReplaced }) }
    return storedFile(await uploads.chunk(scope, chunk, raw ? rawBody(raw) : emptyBody()))
  } finally {
    stopCheck?.()
  }
}
