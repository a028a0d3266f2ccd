import type { Upload, UploadCounters, UploadStatus } from './types.ts'

const sentOf = (upload: Upload, status: UploadStatus): number =>
  status === 'skipped' || status === 'cancelled' ? 0 : Math.min(upload.size, upload.offset + upload.inFlightBytes)

const counterByStatus = { done: 'done', failed: 'failed', paused: 'paused', skipped: 'skipped' } as const
const counterOf = (status: UploadStatus) => counterByStatus[status as keyof typeof counterByStatus]
const running = new Set<UploadStatus>(['checking', 'waiting', 'uploading', 'processing'])
const counts = (status: UploadStatus) => status !== 'skipped' && status !== 'cancelled'

/**
 * All changes of a file's status and numbers go through this tracker, so that the counters of its group and of the
 * total stay right: `change(upload, () => { upload.offset = … })`.
 */
export const createCounterTracker = (total: UploadCounters) => {
  const both = (upload: Upload) => [total, upload.group.counters]
  const apply = (counters: UploadCounters, upload: Upload, sign: 1 | -1) => {
    const { status } = upload
    const counter = counterOf(status)
    if (counter) counters[counter] += sign
    if (status !== 'cancelled') counters.files += sign
    if (counts(status)) counters.bytes += sign * upload.size
    const sent = sentOf(upload, status)
    counters.sent += sign * sent
    if (running.has(status)) counters.left += sign * (upload.size - sent)
  }
  // A file that was removed from the list may still end. It must not be counted again.
  const counted = new Set<Upload>()
  return {
    add: (upload: Upload) => {
      counted.add(upload)
      for (const counters of both(upload)) apply(counters, upload, 1)
    },
    remove: (upload: Upload) => {
      if (!counted.delete(upload)) return
      for (const counters of both(upload)) apply(counters, upload, -1)
    },
    change: (upload: Upload, fn: () => void) => {
      if (!counted.has(upload)) return fn()
      for (const counters of both(upload)) apply(counters, upload, -1)
      fn()
      for (const counters of both(upload)) apply(counters, upload, 1)
    },
  }
}

export type CounterTracker = ReturnType<typeof createCounterTracker>
