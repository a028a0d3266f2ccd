import type { Item } from '../../tree/contract.ts'
import type { ViewerSource } from './viewer-source.ts'

/** A caption file next to a video. */
interface Captions {
  url: string
  /** Language code between the video's name and the extension: `video.de.vtt`. */
  language: string | null
}

/** Number of rows searched on each side of the video: in a list sorted by name, its captions are close. */
const searchedRows = 100

const captionSuffix = /^(?:\.([a-z]{2,3}(?:-[a-z]{2,4})?))?\.(?:vtt|srt)$/i

/** Caption file of a video by name: `video.vtt`, `video.de.srt`. Null for any other file. */
export const captionsOf = (videoName: string, { type, attributes: { name, file_url: url } }: Item): Captions | null => {
  const stem = videoName.replace(/\.[^.]+$/, '')
  if (type !== 'file' || !url || !name.startsWith(stem)) return null
  const match = captionSuffix.exec(name.slice(stem.length))
  return match && { url, language: match[1]?.toLowerCase() ?? null }
}

/** Caption files near a video of a list (its id and name), the one without a language first. */
export const captionsBeside = async (source: ViewerSource, id: string, videoName: string): Promise<Captions[]> => {
  const loadedIndex = source.indexOf(id)
  // A video that was opened by its URL is shown before the rows around it are loaded.
  const index = loadedIndex < 0 ? await source.locate(id) : loadedIndex
  if (index < 0) return []
  const from = Math.max(0, index - searchedRows)
  const to = Math.min(source.total(), index + searchedRows)
  await source.ensure(from, to)
  const files: Captions[] = []
  for (let row = from; row < to; row += 1) {
    const item = source.at(row)
    const captions = item && captionsOf(videoName, item)
    if (captions) files.push(captions)
  }
  return files.sort((a, b) => (a.language ?? '').localeCompare(b.language ?? ''))
}

/** Converts SubRip to WebVTT, which browsers read: other header, decimal points in times. WebVTT stays unchanged. */
export const toWebVtt = (text: string): string => {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (plain.startsWith('WEBVTT')) return plain
  return `WEBVTT\n\n${plain.replace(/(\d\d:\d\d:\d\d),(\d{3})/g, '$1.$2')}`
}
