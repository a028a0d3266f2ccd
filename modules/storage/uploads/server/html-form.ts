import type { IncomingMessage } from 'node:http'
import { parseForm } from './form-parser.ts'
import { enforceMinThroughput } from './min-throughput.ts'
import { discardRest, shareableStream } from './request-body.ts'

/** Files of one form, and short fields before them. */
const limits = { fields: 20, fieldSize: 4_096, files: 200, parts: 220, headerPairs: 50 }

/** A file of a form while it is received. */
export interface FormFile {
  name: string
  pieces: AsyncIterable<Buffer>
}

/**
 * Receives the files of a form that a browser sends without JavaScript: one after the other, without spooling. The
 * form's fields precede its files. What `receive` leaves unread of a file is discarded; an error of it ends the form.
 */
export const receiveFormFiles = async (
  request: IncomingMessage,
  receive: (file: FormFile, fields: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> => {
  const stopCheck = enforceMinThroughput(request)
  const fields: Record<string, string> = {}
  try {
    await parseForm(request, limits, fields, async (name, pieces) => {
      // A reader that stops would otherwise end the file's stream, and the next file would never arrive.
      const shared = shareableStream(pieces)
      // Browsers send a part without a filename for an empty file field.
      if (name) await receive({ name, pieces: shared }, fields)
      await discardRest(shared)
    })
  } finally {
    stopCheck()
  }
}
