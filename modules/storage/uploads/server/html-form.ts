import type { IncomingMessage } from 'node:http'
import { parseForm } from './form-parser.ts'
import { measure, watchPace, withoutReturn } from './request-body.ts'

/** Files of one form, and short fields before them. */
const limits = { fields: 20, fieldSize: 4_096, files: 200, parts: 220, headerPairs: 50 }

/** A file of a form, on its way. */
export interface FormFile {
  name: string
  pieces: AsyncIterable<Buffer>
}

/**
 * Files of a form that a browser sends without a script: one after the other, as they come, nothing put aside. The
 * form's fields stand before its files. What `take` leaves of a file is read away; what it throws ends the reading.
 */
export const takeFiles = async (
  request: IncomingMessage,
  take: (file: FormFile, fields: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> => {
  const stop = watchPace(request)
  const fields: Record<string, string> = {}
  try {
    await parseForm(request, limits, fields, async (name, pieces) => {
      // Who stops reading would end the file's stream, and the next file would never come.
      const kept = withoutReturn(pieces)
      // A field without a chosen file is sent as well.
      if (name) await take({ name, pieces: kept }, fields)
      await measure(kept)
    })
  } finally {
    stop()
  }
}
