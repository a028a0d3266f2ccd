import type { Tally, Upload, UploadStatus } from './types.ts'

const sentOf = (upload: Upload, status: UploadStatus): number =>
  status === 'skipped' || status === 'cancelled' ? 0 : Math.min(upload.size, upload.offset + upload.sending)

const counters = { done: 'done', failed: 'failed', paused: 'paused', skipped: 'skipped' } as const
const counterOf = (status: UploadStatus) => counters[status as keyof typeof counters]
const running = new Set<UploadStatus>(['checking', 'waiting', 'uploading', 'processing'])
const counts = (status: UploadStatus) => status !== 'skipped' && status !== 'cancelled'

/**
 * The one door through which a file's status and numbers change, so that the sums of its group and of everything
 * stay right: `change(upload, () => { upload.offset = … })`.
 */
export const createLedger = (total: Tally) => {
  const both = (upload: Upload) => [total, upload.group.tally]
  const weigh = (tally: Tally, upload: Upload, sign: 1 | -1) => {
    const { status } = upload
    const counter = counterOf(status)
    if (counter) tally[counter] += sign
    if (status !== 'cancelled') tally.files += sign
    if (counts(status)) tally.bytes += sign * upload.size
    const sent = sentOf(upload, status)
    tally.sent += sign * sent
    if (running.has(status)) tally.left += sign * (upload.size - sent)
  }
  // A file taken from the list may still end; it must not be counted again.
  const counted = new Set<Upload>()
  return {
    add: (upload: Upload) => {
      counted.add(upload)
      for (const tally of both(upload)) weigh(tally, upload, 1)
    },
    remove: (upload: Upload) => {
      if (!counted.delete(upload)) return
      for (const tally of both(upload)) weigh(tally, upload, -1)
    },
    change: (upload: Upload, deed: () => void) => {
      if (!counted.has(upload)) return deed()
      for (const tally of both(upload)) weigh(tally, upload, -1)
      deed()
      for (const tally of both(upload)) weigh(tally, upload, 1)
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
