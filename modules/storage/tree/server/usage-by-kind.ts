import type { ItemKind } from '../contract.ts'

/** Bytes of the kinds that `usage` has columns for; what is left of `used` belongs to other files. */
export interface KindBytes {
  images: number
  videos: number
  audios: number
  documents: number
}

/** Bytes of these files by kind; give a negative size for what goes. */
export const bytesByKind = (files: readonly { kind: ItemKind; size: number }[]): KindBytes => {
  const sum = (kind: ItemKind) => files.reduce((bytes, file) => (file.kind === kind ? bytes + file.size : bytes), 0)
  return { images: sum('image'), videos: sum('video'), audios: sum('audio'), documents: sum('document') }
}

/** The same of rows with `kind` and `size`, as columns of a statement. */
export const kindSums = (['image', 'video', 'audio', 'document'] as const)
  .map((kind) => `coalesce(sum(size) filter (where kind = '${kind}'), 0) as ${kind}s`)
  .join(', ')
