import type { ArchiveItem } from './archive-entry.ts'

/** An entry of an archive by its position in the directory. */
export interface Batched {
  index: number
  item: ArchiveItem
}

export const bytesOf = (batch: readonly Batched[]): number =>
  batch.reduce((sum, { item }) => sum + (item.kind === 'file' ? item.size : 0), 0)

export async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes
}
