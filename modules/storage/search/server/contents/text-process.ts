/**
 * A separate process that reads the words of files (docs/security.md, uploads), so that a malicious file cannot harm the
 * server. Has no access to database or network, runs at the lowest priority and exits when idle.
 */
import { serveProcess } from '../../../../platform/serve-process.ts'
import { isSystemFault } from './system-faults.ts'
import type { TextSource } from './text-source.ts'
import { Words } from './words.ts'

/** A request to the process, one at a time. */
export interface TextRequest {
  path: string
  source: TextSource
}

export type TextResult =
  | {
      /** Different words, folded. */
      words: string[]
    }
  /** The system could not read the file. */
  | { fault: string }

/** Processor time after which the words found so far are the answer; the process is killed much later. */
const maxProcessorMs = 5_000

// Readers are loaded with the first such file.
const read = async ({ path, source }: TextRequest): Promise<TextResult> => {
  const words = new Words()
  const start = process.cpuUsage()
  const isDone = () => {
    const { user, system } = process.cpuUsage(start)
    return words.isFull || (user + system) / 1_000 > maxProcessorMs
  }
  if (source === 'pdf') await (await import('./read-pdf.ts')).addPdfWords(path, words, isDone)
  else if (source === 'text' || source === 'markup')
    words.add(await (await import('./read-text-file.ts')).decodedText(path, { isMarkup: source === 'markup' }))
  else {
    const { documentFormats, addDocumentWords } = await import('./read-document.ts')
    await addDocumentWords(path, documentFormats[source], words, isDone)
  }
  return { words: words.end() }
}

serveProcess((request: TextRequest) =>
  read(request).catch((error: Error) => {
    if (isSystemFault(error)) return { fault: error.message }
    throw error
  }),
)
