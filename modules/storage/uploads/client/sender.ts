import { bundle, chunkAttempts, type Item } from '../../tree/contract.ts'
import { readWhole } from './checksum.ts'
import type { Line } from './connection.ts'
import { failureOf, finishedOf, judge, offsetOf } from './responses.ts'
import type { Upload, UploadFailure, UploadLimits } from './types.ts'
import type { UploadApi } from './upload.api.ts'

export interface SenderDeps {
  api: UploadApi
  line: Line
  limits(): UploadLimits
  /** Every change of a file's numbers goes through here, so that sums stay right. */
  change(upload: Upload, deed: () => void): void
}

export type Outcome =
  | { kind: 'done'; item: Item }
  | { kind: 'failed'; failure: UploadFailure; stop: boolean; signedOut: boolean }

const local = (code: string): Outcome => ({
  kind: 'failed',
  failure: { code, status: 0, message: null },
  stop: false,
  signedOut: false,
})

/** A file that was changed, moved or unplugged since it was chosen cannot be read; the network looks the same then. */
const readable = async (piece: Blob): Promise<boolean> => {
  try {
    await piece.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

const fieldsOf = (upload: Upload, offset: number, last: boolean, sha256: string | null) => ({
  name: upload.name,
  is_last_chunk: last ? 'true' : 'false',
  upload_id: upload.id,
  offset,
  total_size: upload.size,
  parent_id: upload.target.id,
  path: upload.path.includes('/') ? `/${upload.path}` : null,
  mtime: new Date(upload.file.lastModified).toISOString(),
  on_conflict: upload.choice,
  sha256,
})

/** What the server already has of a file: the offset to go on from. Waits until it is told. */
const askOffset = async (upload: Upload, deps: SenderDeps, signal: AbortSignal, chunk: number): Promise<number> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await deps.api.state(upload.id, signal)
    if (answer.status === 404) return 0
    if (answer.status === 200) {
      const offset = finishedOf(answer.body) ? upload.size : Math.min(offsetOf(answer.body), upload.size)
      // All there but no file told: the last chunk is repeated, which answers the same 201 (API.md D9).
      return offset < upload.size ? offset : Math.floor((upload.size - 1) / chunk) * chunk
    }
    const verdict = judge(answer)
    if (verdict.kind !== 'wait') return upload.offset
    await deps.line.wait(attempt, answer.retryAfter, signal)
  }
}

/**
 * Sends one file, chunk after chunk, until it is done or refused. A lost connection or a restarting server is waited
 * out without counting; refusals of a chunk count, and the third ends the file (PRODUCT.md §9). Rejects when aborted.
 */
export const sendFile = async (upload: Upload, deps: SenderDeps, signal: AbortSignal): Promise<Outcome> => {
  const { api, line } = deps
  const { chunkSize } = deps.limits()
  let refusals = 0
  let waits = 0
  const at = (offset: number) =>
    deps.change(upload, () => {
      upload.offset = offset
      upload.sending = 0
      upload.status = 'uploading'
    })
  const whole = await readWhole(upload.file, chunkSize).catch(() => 'unreadable' as const)
  if (whole === 'unreadable') return local('unreadable')
  for (;;) {
    if (upload.ask) {
      at(await askOffset(upload, deps, signal, chunkSize))
      upload.ask = false
    }
    const { offset } = upload
    const size = Math.min(chunkSize, upload.size - offset)
    const last = offset + size >= upload.size
    const fields = fieldsOf(upload, offset, last, whole?.sha256 ?? null)
    const sent = (bytes: number) => {
      if (signal.aborted) return
      deps.change(upload, () => {
        upload.sending = Math.min(bytes, size)
        // The last byte has left; the server now makes a file of it.
        if (last && bytes >= size) upload.status = 'processing'
      })
    }
    // What has to be tried again goes alone, and so does what somebody decided about.
    const together = upload.begun || upload.choice !== null || upload.size > bundle.fileBytes ? null : api.together
    upload.begun = true
    // A slice is a thing of its own to the browser, which costs more than a small file does.
    const answer =
      whole && together
        ? await together(fields, whole.bytes, signal, sent)
        : await api.chunk(fields, whole?.bytes ?? upload.file.slice(offset, offset + size), signal, sent)
    if (answer.status !== 0) line.up()
    const verdict = judge(answer)
    if (verdict.kind === 'finished') {
      at(upload.size)
      return { kind: 'done', item: answer.body.data as unknown as Item }
    }
    if (verdict.kind === 'received') {
      refusals = 0
      waits = 0
      at(verdict.offset > offset ? verdict.offset : offset + size)
      continue
    }
    at(offset)
    if (verdict.kind === 'refused') {
      return { kind: 'failed', failure: failureOf(answer), stop: verdict.stop, signedOut: verdict.signedOut }
    }
    if (verdict.kind === 'continue' && verdict.offset !== offset && verdict.offset < upload.size) {
      at(verdict.offset)
      continue
    }
    if (verdict.kind === 'busy') {
      upload.ask = true
      await line.wait(1, 0, signal)
      continue
    }
    if (verdict.kind === 'wait') {
      if (answer.status === 0 && !(await readable(upload.file))) return local('unreadable')
      waits += 1
      upload.ask = true
      await line.wait(waits, answer.retryAfter, signal)
      continue
    }
    refusals += 1
    if (refusals >= chunkAttempts) {
      return { kind: 'failed', failure: failureOf(answer), stop: false, signedOut: false }
    }
    upload.ask = true
    await line.wait(refusals, answer.retryAfter ?? 0, signal)
  }
}
