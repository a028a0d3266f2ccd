import { storageErrors } from '../../tree/index.ts'
import { maxOpenUploads } from './sessions.ts'

/**
 * Files without a session that this process is receiving, by account. They are counted as open uploads and their bytes as
 * taken, so that many of them at once exceed neither the limit of open uploads (A29) nor the quota.
 */
export class InFlight {
  private readonly accounts = new Map<string, { files: number; bytes: number }>()

  /** Bytes that are on their way into an account. */
  bytesOf(ownerId: string): number {
    return this.accounts.get(ownerId)?.bytes ?? 0
  }

  /** Counts a file until the returned function is called. 429 for too many at a time. */
  add(ownerId: string, bytes: number): () => void {
    const open = this.accounts.get(ownerId) ?? { files: 0, bytes: 0 }
    if (open.files >= maxOpenUploads) throw storageErrors.fail('too-many-uploads')
    open.files += 1
    open.bytes += bytes
    this.accounts.set(ownerId, open)
    return () => {
      open.files -= 1
      open.bytes -= bytes
      if (open.files === 0) this.accounts.delete(ownerId)
    }
  }
}
