import { bundle, chunkAttempts, type Item } from '../../tree/contract.ts'
import { readSmallFile } from './checksum.ts'
import { chunkFields } from './chunk-fields.ts'
import { classifyResponse, isChunkBusy, rejectsFolder, uploadFailureOf } from './classify-response.ts'
import type { GroupFolders } from './group-folders.ts'
import type { Upload, UploadFailure, UploadLimits } from './types.ts'
import type { UploadApi } from './upload.api.ts'
import type { UploadConnection } from './upload-connection.ts'

interface SenderDeps {
  api: UploadApi
  connection: UploadConnection
  folders: GroupFolders
  limits(): UploadLimits
  /** All changes of a file's numbers go through this function, so that the counters stay right. */
  change(upload: Upload, fn: () => void): void
}

/** `stop`: every other file would fail alike. */
export interface FailedOutcome {
  kind: 'failed'
  failure: UploadFailure
  stop: boolean
  signedOut: boolean
}
export type SendOutcome = { kind: 'done'; item: Item } | FailedOutcome

/** A failure without a response of the server. */
export const localFailure = (code: string): FailedOutcome => ({
  kind: 'failed',
  failure: { code, status: 0, message: null },
  stop: false,
  signedOut: false,
})

/** A file that was changed, moved or unplugged since its selection cannot be read, which looks like a network error. */
const readable = async (piece: Blob): Promise<boolean> => {
  try {
    await piece.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Asks the server for the offset to resume from, and whether the file is stored. Waits until the server responds. */
const askOffset = async (upload: Upload, deps: SenderDeps, signal: AbortSignal, chunk: number) => {
  for (let attempt = 1; ; attempt++) {
    const response = await deps.api.state(upload.id, signal)
    if (response.status === 404) return { offset: 0, isStored: false }
    if (response.ok) {
      const { finished: isStored, offset: received } = response.body.data.attributes
      const offset = isStored ? upload.size : Math.min(received, upload.size)
      // All bytes are there but no response with the file arrived: repeats the last chunk, which gets the same 201
      // (D9).
      return { offset: offset < upload.size ? offset : Math.floor((upload.size - 1) / chunk) * chunk, isStored }
    }
    const result = classifyResponse(response)
    if (result.kind !== 'wait') return { offset: upload.offset, isStored: false }
    await deps.connection.backOff(attempt, response.retryAfter, signal)
  }
}

/**
 * Sends one file chunk by chunk until it is done or rejected. Waits out a lost connection or a restarting server
 * without counting. The third rejection of a chunk fails the file. Rejects when aborted.
 */
export const sendUpload = async (upload: Upload, deps: SenderDeps, signal: AbortSignal): Promise<SendOutcome> => {
  const { api, connection, folders } = deps
  const { chunkSize } = deps.limits()
  let rejections = 0
  let waits = 0
  let isRepeated = false
  /** An earlier page has stored the file: the response is fetched again, and cancelling must not remove the file. */
  let wasStored = false
  let destination = await folders.destination(upload)
  const setOffset = (offset: number) =>
    deps.change(upload, () => {
      upload.offset = offset
      upload.inFlightBytes = 0
      upload.status = 'uploading'
    })
  const whole = await readSmallFile(upload.file, chunkSize).catch(() => 'unreadable' as const)
  if (whole === 'unreadable') return localFailure('unreadable')
  for (;;) {
    if (upload.mustQueryOffset) {
      const kept = await askOffset(upload, deps, signal, chunkSize)
      setOffset(kept.offset)
      wasStored ||= kept.isStored && !upload.mayBeStored
      upload.mustQueryOffset = false
      isRepeated = true
    }
    const { offset } = upload
    const size = Math.min(chunkSize, upload.size - offset)
    const last = offset + size >= upload.size
    const fields = chunkFields(upload, destination, { offset, last, sha256: whole?.sha256 ?? null })
    const sent = (bytes: number) => {
      if (signal.aborted) return
      deps.change(upload, () => {
        upload.inFlightBytes = Math.min(bytes, size)
        // The last byte was sent; the server now creates the file.
        if (last && bytes >= size) upload.status = 'processing'
      })
    }
    // Retries and files with a conflict choice are not bundled.
    const sendBundled =
      upload.isStarted || upload.choice !== null || upload.size > bundle.fileBytes ? null : api.bundled
    upload.isStarted = true
    if (!wasStored) upload.mayBeStored ||= last
    // Creating a Blob slice costs a browser more than sending a small file does.
    const response =
      whole && sendBundled
        ? await sendBundled(fields, whole.bytes, signal, sent)
        : await api.chunk(
            fields,
            (offset === 0 ? whole?.bytes : null) ?? upload.file.slice(offset, offset + size),
            signal,
            sent,
          )
    if (response.status !== 0) connection.markOnline()
    // While the server is busy with an earlier attempt, it may still store that; and a proxy may answer 502 or 504 for a
    // chunk that was stored.
    if (response.ok || (!isChunkBusy(response) && response.status !== 0 && response.status < 500))
      upload.mayBeStored = false
    if (response.ok && response.status === 201) {
      if (!signal.aborted) setOffset(upload.size)
      const item = response.body.data
      // A file that was stored before may have been moved since.
      if (!isRepeated) folders.stored(upload, item)
      return { kind: 'done', item }
    }
    signal.throwIfAborted()
    if (response.ok) {
      rejections = 0
      waits = 0
      const { offset: received } = response.body.data.attributes
      setOffset(received > offset ? received : offset + size)
      continue
    }
    const result = classifyResponse(response)
    setOffset(offset)
    const { folder } = destination
    if (folder !== null && rejectsFolder(response)) {
      folders.forget(upload.group, folder)
      destination = await folders.destination(upload)
      upload.mustQueryOffset = true
      continue
    }
    if (result.kind === 'rejected') {
      return { kind: 'failed', failure: uploadFailureOf(response), stop: result.stop, signedOut: result.signedOut }
    }
    if (result.kind === 'continue' && result.offset !== offset && result.offset < upload.size) {
      setOffset(result.offset)
      continue
    }
    if (result.kind === 'busy') {
      upload.mustQueryOffset = true
      await connection.backOff(1, 0, signal)
      continue
    }
    if (result.kind === 'wait') {
      if (response.status === 0 && !(await readable(upload.file))) return localFailure('unreadable')
      waits += 1
      upload.mustQueryOffset = true
      await connection.backOff(waits, response.retryAfter, signal)
      continue
    }
    rejections += 1
    if (rejections >= chunkAttempts) {
      return { kind: 'failed', failure: uploadFailureOf(response), stop: false, signedOut: false }
    }
    upload.mustQueryOffset = true
    await connection.backOff(rejections, response.retryAfter ?? 0, signal)
  }
}
