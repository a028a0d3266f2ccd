import type { ItemKind } from '../contract.ts'

/** Bytes of the kinds that `usage` has columns for; the remaining used bytes belong to other kinds. */
export interface KindBytes {
  images: number
  videos: number
  audios: number
  documents: number
}

/** Bytes of these files by kind; removed files have a negative size. */
export const bytesByKind = (files: readonly { kind: ItemKind; size: number }[]): KindBytes => {
  const sum = (kind: ItemKind) => files.reduce((bytes, file) => (file.kind === kind ? bytes + file.size : bytes), 0)
  return { images: sum('image'), videos: sum('video'), audios: sum('audio'), documents: sum('document') }
}

/** SQL: select list with the bytes by kind of rows that have `kind` and `size`. */
export const kindSumsSql = (['image', 'video', 'audio', 'document'] as const)
  .map((kind) => `coalesce(sum(size) filter (where kind = '${kind}'), 0) as ${kind}s`)
  .join(', ')
