import type { IncomingMessage } from 'node:http'
import type { BlobStore, StagedFile } from '../../../platform/index.ts'
import { storageErrors } from '../errors.ts'
import type { ChunkBody } from './body.ts'
import { parseForm } from './form-parser.ts'
import { writeChunk } from './writer.ts'

const inMemory = 1 << 20
const readSize = 1 << 20
const limits = { fields: 40, fieldSize: 20_000, files: 1, parts: 60, headerPairs: 50 }

export interface Form {
  fields: Record<string, string>
  body: ChunkBody
  /** Ends what the form left on the disk. */
  end(): Promise<void>
}

/** Bytes that a form may bring, and the refusal of more. */
export interface FormLimit {
  bytes: number
  refusal: 'too-large' | 'quota-exceeded'
}

/** What a form holds besides its file, at most. */
const wrapping = 1 << 20

interface Part {
  name: string | null
  memory: Buffer[]
  size: number
  file: StagedFile | null
}

async function* readBack(part: Part): AsyncIterable<Buffer> {
  yield* part.memory
  if (!part.file) return
  const onDisk = part.size - part.memory.reduce((sum, piece) => sum + piece.length, 0)
  for (let at = 0; at < onDisk; ) {
    const piece = Buffer.allocUnsafe(Math.min(readSize, onDisk - at))
    const bytes = await part.file.read(piece, at)
    if (bytes === 0) throw storageErrors.fail('bad-chunk')
    yield piece.subarray(0, bytes)
    at += bytes
  }
}

/**
 * Reads a multipart chunk. Fields may come after the part `chunk` (or `file`), so the part is kept, in memory up to
 * 1 MiB and beyond that in the staging folder, until all of them are known. Refused where it is longer than `most`, by what it says before a byte is read.
 */
export const readForm = async (request: IncomingMessage, blobs: BlobStore, most: FormLimit): Promise<Form> => {
  if (Number(request.headers['content-length'] ?? 0) - wrapping > most.bytes) throw storageErrors.fail(most.refusal)
  const fields: Record<string, string> = {}
  const part: Part = { name: null, memory: [], size: 0, file: null }
  const key = blobs.newKey()
  const end = async () => {
    if (!part.file) return
    await part.file.close()
    await blobs.discard(key)
    part.file = null
  }
  const spool = async (stream: AsyncIterable<Buffer>) => {
    const rest = (async function* () {
      for await (const piece of stream) {
        part.size += piece.length
        if (part.size > most.bytes) throw storageErrors.fail(most.refusal)
        if (part.size <= inMemory) part.memory.push(piece)
        else yield piece
      }
    })()
    const first = await rest.next()
    if (first.done) return
    await blobs.ensureRoom(inMemory)
    part.file = await blobs.stage(key)
    const pieces = (async function* () {
      yield first.value
      yield* rest
    })()
    await writeChunk({
      file: part.file,
      offset: 0,
      pieces,
      disposable: false,
      digest: null,
      withCrc: false,
      sync: 'none',
      allow: async (upTo) => {
        await blobs.ensureRoom(readSize)
        return upTo + (16 << 20)
      },
    })
  }
  try {
    await parseForm(request, limits, fields, (name, stream) => {
      part.name = name
      return spool(stream)
    })
  } catch (error) {
    await end()
    throw error
  }
  return { fields, body: { pieces: readBack(part), length: part.size, partName: part.name, disposable: false }, end }
}
