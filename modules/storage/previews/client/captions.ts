import type { Item } from '../../tree/contract.ts'
import type { ViewerSource } from './viewer-source.ts'

/** A text track that lies beside a film. */
export interface Captions {
  url: string
  /** Two or three letters between the film's name and the ending: `film.de.vtt`. */
  language: string | null
}

/** Rows beside the film that are looked through; lists by name have its captions next to it. */
const around = 100

const endings = /^(?:\.([a-z]{2,3}(?:-[a-z]{2,4})?))?\.(?:vtt|srt)$/i

/** The captions of a film that is called like them: `film.vtt`, `film.de.srt`. Null when the name is no such one. */
export const captionsOf = (film: string, { type, attributes: { name, file_url: url } }: Item): Captions | null => {
  const stem = film.replace(/\.[^.]+$/, '')
  if (type !== 'file' || !url || !name.startsWith(stem)) return null
  const found = endings.exec(name.slice(stem.length))
  return found && { url, language: found[1]?.toLowerCase() ?? null }
}

/** All captions among the rows beside a film of a list (its id and its name), the one without a language first. */
export const captionsBeside = async (source: ViewerSource, id: string, film: string): Promise<Captions[]> => {
  const index = source.indexOf(id)
  if (index < 0) return []
  const from = Math.max(0, index - around)
  const to = Math.min(source.total(), index + around)
  await source.ensure(from, to)
  const found: Captions[] = []
  for (let at = from; at < to; at += 1) {
    const item = source.at(at)
    const captions = item && captionsOf(film, item)
    if (captions) found.push(captions)
  }
  return found.sort((a, b) => (a.language ?? '').localeCompare(b.language ?? ''))
}

/** SubRip as WebVTT, which browsers read: another head, and points in the times. WebVTT stays as it is. */
export const asWebVtt = (text: string): string => {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (plain.startsWith('WEBVTT')) return plain
  return `WEBVTT\n\n${plain.replace(/(\d\d:\d\d:\d\d),(\d{3})/g, '$1.$2')}`
}
