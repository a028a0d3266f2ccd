import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import busboy from 'busboy'
import { platformErrors } from '../../../platform/index.ts'
import { storageErrors } from '../errors.ts'

/**
 * Reads a form: its fields (the first of each name) into `fields` as they come, its files to `take`, one after the other
 * (`name` is null where none was sent). What `take` throws ends the reading; 400 for what is no form, 422 for a broken one.
 */
export const parseForm = (
  request: IncomingMessage,
  limits: busboy.Limits,
  fields: Record<string, string>,
  take: (name: string | null, pieces: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let parser: busboy.Busboy
    try {
      parser = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch {
      return reject(platformErrors.fail('bad-request'))
    }
    let taking: Promise<void> = Promise.resolve()
    const fail = (error: unknown) => {
      request.unpipe(parser)
      reject(error)
    }
    parser.on('field', (name, value) => {
      if (!Object.hasOwn(fields, name) && name !== '__proto__') fields[name] = value
    })
    parser.on('file', (_name, stream, { filename }) => {
      taking = taking.then(() => take(filename || null, stream))
      taking.catch(fail)
    })
    parser.on('close', () => taking.then(resolve, fail))
    pipeline(request, parser, (error) => {
      if (error) fail(storageErrors.fail('bad-chunk', { cause: error }))
    })
  })
