import { filmDemuxers } from './preview-source.ts'

/** ffmpeg's demuxer for a media type of sound. */
const soundDemuxers: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
}

/** Kind and demuxer of a film or a sound. */
export interface MediaFormat {
  kind: 'film' | 'sound'
  demuxer: string
}

/** Null for files that have no preview to play. */
export const mediaFormatOf = (mediaType: string): MediaFormat | null => {
  const [type = ''] = mediaType.split(';')
  const film = filmDemuxers[type]
  if (film) return { kind: 'film', demuxer: film }
  const sound = soundDemuxers[type]
  return sound ? { kind: 'sound', demuxer: sound } : null
}
