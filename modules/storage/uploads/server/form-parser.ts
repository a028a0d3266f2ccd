import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import busboy from 'busboy'
import { platformErrors } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'

/**
 * Parses a form: stores the first field of each name in `fields`, and passes files to `receiveFile` one after the other
 * (`name` is null where none was sent). An error of `receiveFile` ends parsing. 400 for a body that is no form, 422 for
 * a broken one.
 */
export const parseForm = (
  request: IncomingMessage,
  limits: busboy.Limits,
  fields: Record<string, string>,
  receiveFile: (name: string | null, pieces: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let parser: busboy.Busboy
    try {
      parser = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch {
      return reject(platformErrors.fail('invalid-request'))
    }
    let receiving: Promise<void> = Promise.resolve()
    let failure: Error | null = null
    const streamErrors = new Set<unknown>()
    const fail = (error: unknown) => {
      parser.destroy()
      reject(streamErrors.has(error) ? storageErrors.fail('invalid-chunk', { cause: error }) : error)
    }
    parser.on('field', (name, value) => {
      if (!Object.hasOwn(fields, name) && name !== '__proto__') fields[name] = value
    })
    parser.on('file', (_name, stream, { filename }) => {
      // The stream may break while it waits for the file before it, or after its last reader ended. A later reader
      // gets the error.
      stream.on('error', (error) => streamErrors.add(error))
      receiving = receiving.then(async () => {
        if (failure) throw failure
        await receiveFile(filename || null, stream)
      })
      receiving.catch(fail)
    })
    // A rejected or broken form does not destroy the request: its connection carries the response.
    pipeline(request.iterator({ destroyOnReturn: false }), parser, (cause) => {
      if (cause) streamErrors.add(cause)
      failure = cause ?? null
      // Settles after the last `receiveFile` has ended, because callers then release what it wrote to.
      receiving.then(() => (cause ? fail(cause) : resolve()), fail)
    })
  })
