import type { Item } from '../../tree/contract.ts'
import { isMarkdown, isTable, isTextType, languageOf } from '../contract.ts'

export type PreviewKind = 'image' | 'svg' | 'video' | 'audio' | 'pdf' | 'markdown' | 'table' | 'code' | 'text' | 'none'

/** Image types that browsers decode. Others are shown by their thumbnail, or not at all. */
const nativeImageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
export const isNativeImage = (item: Item): boolean => nativeImageTypes.has(item.attributes.mimetype ?? '')

/** How a file is shown. Depends on the sniffed type; the extension only distinguishes texts. */
export const previewOf = (item: Item): PreviewKind => {
  const { mimetype, thumbnail, file_url: url } = item.attributes
  const type = mimetype ?? ''
  if (!url) return 'none'
  if (type === 'image/svg+xml') return 'svg'
  if (type.startsWith('image/')) return nativeImageTypes.has(type) || thumbnail ? 'image' : 'none'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/') || type === 'application/ogg') return 'audio'
  if (type === 'application/pdf') return 'pdf'
  if (!isTextType(type)) return 'none'
  if (isMarkdown(item)) return 'markdown'
  if (isTable(item)) return 'table'
  return languageOf(item) ? 'code' : 'text'
}
