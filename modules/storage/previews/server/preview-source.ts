/** The part of a file that the picture process decodes: the picture itself, an embedded cover, a first page, a frame. */
export type PreviewSource = 'picture' | 'cover' | 'page' | 'frame'

/** Formats that the picture process decodes (docs/security.md, uploads). */
const pictures = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
])
const recordings = /^audio\/(mpeg|mp4|x-m4a|flac|x-flac|ogg)\b/

/** ffmpeg's demuxer for a media type: it never guesses one, as playlists would make it open other files. */
export const filmDemuxers: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/3gpp': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-msvideo': 'avi',
}

/** Null for a file without thumbnails. Films have some where ffmpeg is installed. */
export const previewSourceOf = (mediaType: string, hasFfmpeg: boolean): PreviewSource | null => {
  if (pictures.has(mediaType)) return 'picture'
  if (recordings.test(mediaType)) return 'cover'
  if (mediaType === 'application/pdf') return 'page'
  return hasFfmpeg && mediaType in filmDemuxers ? 'frame' : null
}
