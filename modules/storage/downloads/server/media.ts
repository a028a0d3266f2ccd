/** Media types that browsers display without executing them. All others are sent as attachments. */
const inlineTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/mp4',
  'audio/flac',
  'audio/x-m4a',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'application/pdf',
  'text/plain',
])

/** Whether browsers display the content (`inline`) or save it. */
export type Disposition = 'inline' | 'attachment'

interface ContentHeaders {
  contentType: string
  kind: Disposition
}

/** Headers for a detected media type: displayable types keep their type, all others are attachments without one. */
export const contentHeadersOf = (mediaType: string, wanted: Disposition): ContentHeaders => {
  if (!inlineTypes.has(mediaType)) return { contentType: 'application/octet-stream', kind: 'attachment' }
  return {
    contentType: mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
    kind: wanted,
  }
}

/** Headers of all user content: an opaque origin without scripts, which other sites cannot embed (A32). */
export const sandbox: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
