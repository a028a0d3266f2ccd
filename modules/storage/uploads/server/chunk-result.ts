import type { StagedFile } from '../../../platform/index.ts'
import type { UploadSessionRow } from './sessions.ts'

/** A chunk that is on the disk. */
export interface Received {
  /** The session before the chunk when it is the last: the end counts it. */
  session: UploadSessionRow
  size: number
  crc: number | null
  /** Open when it is the last chunk; who finishes the upload closes it. */
  file: StagedFile | null
  /** The chunk was here already (told by its size and CRC). */
  repeated: boolean
}
