import type { IncomingMessage } from 'node:http'
import busboy from 'busboy'
import { platformErrors } from '../errors.ts'

const timeoutMs = 60_000
const limits = { files: 1, fields: 60, fieldSize: 100_000, parts: 62, headerPairs: 50 }
/** Characters of all fields together, as Fastify limits other bodies. */
const maxFieldsLength = 1 << 20

export interface FormBody {
  /** The last value of each field. */
  fields: Record<string, string>
  /** The file, when it may have bytes. */
  file: { part: string; bytes: Buffer } | null
}

/** 422 for a file that the call does not take: it would be lost without a word. */
export const fileNotTaken = (part: string) =>
  platformErrors.fail('validation-failed', { errors: { [part]: ['platform:validation.file-not-taken'] } })

/**
 * A small multipart form, held in memory. Throws 400 for a body that is not a multipart form, 413 above the limits, 422 for
 * a file when `maxFileBytes` is 0. Ends connections that take longer than a minute (A70).
 */
export const readFormBody = (request: IncomingMessage, maxFileBytes: number): Promise<FormBody> =>
  new Promise((resolve, reject) => {
    // The request's events are over: the client has gone away before.
    if (request.destroyed) return reject(platformErrors.fail('invalid-request'))
    const timer = setTimeout(() => {
      request.destroy()
      fail(platformErrors.fail('invalid-request'))
    }, timeoutMs).unref()
    const settle = (act: () => void) => {
      clearTimeout(timer)
      request.unpipe(parser)
      request.resume()
      act()
    }
    const fail = (error: Error) => settle(() => reject(error))
    let parser: busboy.Busboy
    try {
      parser = busboy({ headers: request.headers, limits: { ...limits, fileSize: Math.max(1, maxFileBytes) } })
    } catch {
      clearTimeout(timer)
      request.resume()
      reject(platformErrors.fail('invalid-request'))
      return
    }
    const fields: [string, string][] = []
    let length = 0
    let file: FormBody['file'] = null
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      length += name.length + value.length
      if (nameTruncated || valueTruncated || length > maxFieldsLength) fail(platformErrors.fail('too-large'))
      else fields.push([name, value])
    })
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => fail(platformErrors.fail('too-large')))
    parser.on('file', (part, stream) => {
      stream.on('error', () => undefined)
      if (maxFileBytes === 0) {
        // Pages send an empty file for a field without a choice.
        stream.once('data', () => fail(fileNotTaken(part)))
        return void stream.resume()
      }
      const pieces: Buffer[] = []
      stream.on('limit', () => fail(platformErrors.fail('too-large')))
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        file = { part, bytes: Buffer.concat(pieces) }
      })
    })
    parser.on('close', () => settle(() => resolve({ fields: Object.fromEntries(fields), file })))
    parser.on('error', () => fail(platformErrors.fail('invalid-request')))
    // Also emitted after a complete request, possibly before the parser has ended.
    request.on('close', () => request.complete || fail(platformErrors.fail('invalid-request')))
    request.pipe(parser)
  })

/** The bytes of the file `part` of a multipart form. Throws as `readFormBody`, and 400 without the file. */
export const readFormFile = async (request: IncomingMessage, part: string, maxBytes: number): Promise<Buffer> => {
  const { file } = await readFormBody(request, maxBytes)
  if (file?.part !== part || file.bytes.length === 0) throw platformErrors.fail('invalid-request')
  return file.bytes
}
