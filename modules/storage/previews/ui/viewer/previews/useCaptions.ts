import { use, useEffect, useState } from 'react'
import type { Item } from '../../../../tree/contract.ts'
import { asWebVtt, captionsBeside } from '../../../client/captions.ts'
import { readText } from '../../../client/read-text.ts'
import { SourceContext } from '../preview-controls.ts'

export interface Track {
  /** Of this page: browsers take tracks from their own origin only. */
  src: string
  language: string | null
}

/** The captions that lie beside a film, as tracks; null until that is known. */
export const useCaptions = ({ id, attributes: { name } }: Item): Track[] | null => {
  const source = use(SourceContext)
  const [tracks, setTracks] = useState<Track[] | null>(null)
  useEffect(() => {
    if (!source) return setTracks([])
    const stop = new AbortController()
    const made: string[] = []
    const load = async () => {
      const found = await captionsBeside(source, id, name)
      const read = found.map(async ({ url, language }): Promise<Track> => {
        const { text } = await readText(url, stop.signal)
        const src = URL.createObjectURL(new Blob([asWebVtt(text)], { type: 'text/vtt' }))
        made.push(src)
        return { src, language }
      })
      // One that cannot be read is left out.
      const all = await Promise.allSettled(read)
      if (!stop.signal.aborted) setTracks(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    }
    load().catch(() => setTracks([]))
    return () => {
      stop.abort()
      for (const src of made) URL.revokeObjectURL(src)
    }
  }, [source, id, name])
  return tracks
}
