import { bundle } from '../../tree/contract.ts'
import { storageErrors } from '../../tree/index.ts'

interface BundledFile {
  /** As sent, not validated. */
  fields: Record<string, unknown>
  bytes: Buffer
}

/** Maximum bytes of a bundle besides its head. */
export const maxBundleBytes = bundle.files * bundle.fileBytes

const listOf = (text: string): { total_size?: unknown }[] => {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((fields) => typeof fields === 'object' && fields !== null)) return list
  } catch {
    // No JSON: rejected below.
  }
  throw storageErrors.fail('invalid-chunk')
}

/**
 * Splits a bundle: `head` bytes of JSON with the fields of each file, then the contents of all in the same order. Each
 * is a whole file. 422 when the sizes do not match.
 */
export const readBundle = (body: Buffer, head: number): BundledFile[] => {
  const list = listOf(body.toString('utf8', 0, head))
  if (list.length === 0 || list.length > bundle.files) throw storageErrors.fail('invalid-chunk')
  let offset = head
  const files = list.map((fields) => {
    const size = Number(fields.total_size)
    if (!Number.isSafeInteger(size) || size < 0 || size > bundle.fileBytes) throw storageErrors.fail('invalid-chunk')
    const bytes = body.subarray(offset, offset + size)
    offset += size
    return { fields: { ...fields, offset: '0', is_last_chunk: 'true' }, bytes }
  })
  if (offset !== body.length) throw storageErrors.fail('invalid-chunk')
  return files
}
