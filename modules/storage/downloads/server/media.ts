/** Types a browser shows without running anything of them (SECURITY.md §4). All others are saved, never opened. */
const shown = new Set([
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

export interface Delivery {
  contentType: string
  kind: 'inline' | 'attachment'
}

/** How bytes of a sniffed type leave: as themselves where they are harmless, else as an attachment of no type. */
export const deliveryOf = (mediaType: string, download: boolean): Delivery => {
  if (!shown.has(mediaType)) return { contentType: 'application/octet-stream', kind: 'attachment' }
  return {
    contentType: mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
    kind: download ? 'attachment' : 'inline',
  }
}

/** On every byte of user content: it has no origin, runs nothing, and is nobody else's to embed (A32). */
export const sandbox: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
