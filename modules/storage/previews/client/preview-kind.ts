import type { Item } from '../../tree/contract.ts'
import { isMarkdownText, isNativeImage, isTableText, isTextType, languageOf } from '../contract.ts'

export type PreviewKind = 'image' | 'svg' | 'video' | 'audio' | 'pdf' | 'markdown' | 'table' | 'code' | 'text' | 'none'

/** The kind of preview of a file. Depends on the sniffed type; the extension only distinguishes texts. */
export const previewOf = (item: Item): PreviewKind => {
  const { mimetype, thumbnail, file_url: url } = item.attributes
  const type = mimetype ?? ''
  if (!url) return 'none'
  if (type === 'image/svg+xml') return 'svg'
  if (type.startsWith('image/')) return isNativeImage(type) || thumbnail ? 'image' : 'none'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/') || type === 'application/ogg') return 'audio'
  if (type === 'application/pdf') return 'pdf'
  if (!isTextType(type)) return 'none'
  if (isMarkdownText(item)) return 'markdown'
  if (isTableText(item)) return 'table'
  return languageOf(item) ? 'code' : 'text'
}
