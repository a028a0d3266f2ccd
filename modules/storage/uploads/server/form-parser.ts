import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import busboy from 'busboy'
import { platformErrors } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'

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
    let torn: Error | null = null
    const tears = new Set<unknown>()
    const fail = (error: unknown) => {
      parser.destroy()
      reject(tears.has(error) ? storageErrors.fail('bad-chunk', { cause: error }) : error)
    }
    parser.on('field', (name, value) => {
      if (!Object.hasOwn(fields, name) && name !== '__proto__') fields[name] = value
    })
    parser.on('file', (_name, stream, { filename }) => {
      // It may tear while it waits for the one before it, or when nobody reads it any more. Who reads it later is told.
      stream.on('error', (error) => tears.add(error))
      taking = taking.then(async () => {
        if (torn) throw torn
        await take(filename || null, stream)
      })
      taking.catch(fail)
    })
    // A form that is refused or broken leaves the request as it is: its connection carries the answer.
    pipeline(request.iterator({ destroyOnReturn: false }), parser, (cause) => {
      if (cause) tears.add(cause)
      torn = cause ?? null
      // Not before its files are let go of: what they were put into is taken away then.
      taking.then(() => (cause ? fail(cause) : resolve()), fail)
    })
  })
