import { createHash } from 'node:crypto'

/** UUID (version 8) of a text: the same text always has the same one. */
export const uuidFromText = (text: string): string => {
  const hash = createHash('sha256').update(text).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
