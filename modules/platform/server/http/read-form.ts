import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { platformErrors } from '../errors.ts'
import { MemoryBudget } from '../memory-budget.ts'
import { type FormBody, fileNotTaken, readFormBody } from './form-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a multipart form, or null; undefined when the body is not a multipart form. */
    formFile?: FormBody['file']
  }
}

/** Bytes of a multipart form without its file, as Fastify limits other bodies. */
const maxFormBytes = 1 << 20
/** Memory of all forms that are being received, so that slow senders cannot exhaust it (R13). */
const formMemory = new MemoryBudget(32 << 20)

/** Fields of a multipart form as the body of the request. Throws 415 for any other stream: only `stream` endpoints read one. */
export const readForm = async (request: FastifyRequest, maxFileBytes: number): Promise<void> => {
  if (!(request.body instanceof Readable)) return
  if (!request.headers['content-type']?.trim().toLowerCase().startsWith('multipart/form-data'))
    throw platformErrors.fail('unsupported-media-type')
  const bytes = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(bytes <= maxFormBytes + maxFileBytes)) throw platformErrors.fail('too-large')
  if (!formMemory.tryAcquire(bytes)) throw platformErrors.fail('unavailable')
  try {
    const { fields, file } = await readFormBody(request.raw, maxFileBytes)
    request.body = fields
    request.formFile = file
  } finally {
    formMemory.release(bytes)
  }
}

/** The bytes of the part that a JSON endpoint takes as a file; null without it. Throws 422 for a file of another part. */
export const formFileOf = ({ formFile }: FastifyRequest, part: string): Buffer | null => {
  if (!formFile?.bytes.length) return null
  if (formFile.part !== part) throw fileNotTaken(formFile.part)
  return formFile.bytes
}
