import type { IncomingMessage } from 'node:http'
import busboy from 'busboy'
import { platformErrors } from '../errors.ts'

const timeoutMs = 60_000

/**
 * The bytes of the file `part` of a small multipart form, held in memory. Throws 400 for a body that is no such form, 413
 * above `maxBytes`. Ends connections that take longer than a minute (A70).
 */
export const readFormFile = (request: IncomingMessage, part: string, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(), timeoutMs).unref()
    const settle = (act: () => void) => {
      clearTimeout(timer)
      request.unpipe(parser)
      request.resume()
      act()
    }
    const fail = (error: Error) => settle(() => reject(error))
    let parser: busboy.Busboy
    try {
      const limits = { files: 1, fields: 10, fieldSize: 1_024, parts: 12, headerPairs: 50, fileSize: maxBytes }
      parser = busboy({ headers: request.headers, limits })
    } catch {
      clearTimeout(timer)
      request.resume()
      reject(platformErrors.fail('invalid-request'))
      return
    }
    let file: Buffer | null = null
    parser.on('file', (name, stream) => {
      const pieces: Buffer[] = []
      stream.on('error', () => undefined)
      stream.on('limit', () => fail(platformErrors.fail('too-large')))
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        if (name === part) file = Buffer.concat(pieces)
      })
    })
    parser.on('close', () =>
      settle(() => (file?.length ? resolve(file) : reject(platformErrors.fail('invalid-request')))),
    )
    parser.on('error', () => fail(platformErrors.fail('invalid-request')))
    // Also emitted after a complete request, possibly before the parser has ended.
    request.on('close', () => request.complete || fail(platformErrors.fail('invalid-request')))
    request.pipe(parser)
  })
