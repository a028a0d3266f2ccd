import type { IncomingMessage } from 'node:http'
import { finished, pipeline } from 'node:stream'
import busboy from 'busboy'
import { platformErrors } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { PartPieces } from './part-pieces.ts'
import { requestPieces } from './request-pieces.ts'
import { freeBuffer } from './write-chunk.ts'

/**
 * The parser keeps no reference to a piece that has at most so many bytes besides file content: a field is behind a
 * boundary, which is longer, and the beginning of a boundary is copied.
 */
const minBoundaryBytes = 4

/**
 * Parses a form: stores the first field of each name in `fields`, and passes files to `receiveFile` one after the other
 * (`name` is null where none was sent). An error of `receiveFile` ends parsing. `isBorrowed`: a piece of a file is valid
 * only until the next one is read, and its memory is freed then. 400 for a body that is no form, 422 for a broken one.
 */
export const parseForm = (
  request: IncomingMessage,
  limits: busboy.Limits,
  fields: Record<string, string>,
  receiveFile: (name: string | null, pieces: AsyncIterable<Buffer>) => Promise<void>,
  { isBorrowed = false }: { isBorrowed?: boolean } = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    let parser: busboy.Busboy
    try {
      parser = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch (cause) {
      return reject(platformErrors.fail('invalid-request', { cause }))
    }
    let receiving: Promise<void> = Promise.resolve()
    let failure: Error | null = null
    const parts: PartPieces[] = []
    const streamErrors = new Set<unknown>()
    finished(request, { writable: false }, (error) => {
      if (!error) return
      streamErrors.add(error)
      failure = error
      for (const part of parts) part.stopWaiting()
    })
    const fail = (error: unknown) => {
      parser.destroy()
      for (const part of parts) part.abandon()
      reject(streamErrors.has(error) ? storageErrors.fail('invalid-chunk', { cause: error }) : error)
    }
    parser.on('field', (name, value) => {
      if (!Object.hasOwn(fields, name) && name !== '__proto__') fields[name] = value
    })
    parser.on('file', (_name, stream, { filename }) => {
      // The stream may break while it waits for the file before it, or after its last reader ended. A later reader
      // gets the error.
      stream.on('error', (error) => streamErrors.add(error))
      const part = new PartPieces(stream)
      parts.push(part)
      receiving = receiving.then(async () => {
        if (failure) throw failure
        await receiveFile(filename || null, part)
        part.abandon()
      })
      receiving.catch(fail)
    })
    /** Reads the next piece only after all parts have been read, so that the streams in between collect nothing. */
    async function* piecesInTurn() {
      for await (const piece of requestPieces(request)) {
        yield piece
        for (const part of parts) await part.read()
        if (failure) throw failure
        const inParts = parts.reduce((bytes, part) => bytes + part.bytesOf(piece), 0)
        if (isBorrowed && inParts > 0 && inParts >= piece.length - minBoundaryBytes) freeBuffer(piece)
      }
    }
    // A rejected or broken form does not destroy the request: its connection carries the response.
    pipeline(piecesInTurn, parser, (cause) => {
      if (cause) streamErrors.add(cause)
      failure ??= cause ?? null
      // Settles after the last `receiveFile` has ended, because callers then release what it wrote to.
      receiving.then(() => (cause ? fail(cause) : resolve()), fail)
    })
  })
