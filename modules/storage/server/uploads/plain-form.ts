import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import busboy from 'busboy'
import { platformErrors } from '../../../platform/index.ts'
import { storageErrors } from '../errors.ts'
import { drain, refuseEncoded, watchPace } from './body.ts'

/** Files of one form, and short fields before them. */
const limits = { fields: 20, fieldSize: 4_096, files: 200, parts: 220, headerPairs: 50 }

/** A file of a form, on its way. */
export interface FormFile {
  name: string
  pieces: AsyncIterable<Buffer>
}

/**
 * Files of a form that a browser sends without a script: one after the other, as they come, nothing put aside. The
 * form's fields stand before its files. What `take` throws ends the reading.
 */
export const takeFiles = async (
  request: IncomingMessage,
  take: (file: FormFile, fields: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> => {
  refuseEncoded(request)
  const stop = watchPace(request)
  try {
    await read(request, take)
  } finally {
    stop()
    drain(request)
  }
}

const read = (request: IncomingMessage, take: Parameters<typeof takeFiles>[1]): Promise<void> =>
  new Promise((resolve, reject) => {
    let parser: busboy.Busboy
    try {
      parser = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch {
      return reject(platformErrors.fail('bad-request'))
    }
    const fields: Record<string, string> = {}
    let taking: Promise<void> = Promise.resolve()
    const fail = (error: unknown) => {
      request.unpipe(parser)
      reject(error)
    }
    parser.on('field', (name, value) => {
      if (!Object.hasOwn(fields, name) && name !== '__proto__') fields[name] = value
    })
    parser.on('file', (_name, stream, { filename }) => {
      // A field without a chosen file is sent as well.
      if (!filename) {
        stream.resume()
        return
      }
      taking = taking.then(() => take({ name: filename, pieces: stream }, fields))
      taking.catch(fail)
    })
    parser.on('close', () => taking.then(resolve, fail))
    pipeline(request, parser, (error) => {
      if (error) fail(storageErrors.fail('bad-chunk', { cause: error }))
    })
  })
