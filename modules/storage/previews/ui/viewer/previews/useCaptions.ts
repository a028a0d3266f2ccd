import { use, useEffect, useState } from 'react'
import type { Item } from '../../../../tree/contract.ts'
import { captionsBeside, toWebVtt } from '../../../client/captions.ts'
import { readText } from '../../../client/read-text.ts'
import { SourceContext } from '../preview-controls.ts'

interface Track {
  /** Object URL, because browsers accept tracks of the same origin only. */
  src: string
  language: string | null
}

/** Caption tracks of a video; null until they are known. `isWanted`: whether they are loaded. */
export const useCaptions = ({ id, attributes: { name } }: Item, isWanted: boolean): Track[] | null => {
  const source = use(SourceContext)
  const [tracks, setTracks] = useState<Track[] | null>(null)
  useEffect(() => {
    if (!source || !isWanted) return setTracks([])
    const stop = new AbortController()
    const objectUrls: string[] = []
    const load = async () => {
      const files = await captionsBeside(source, id, name)
      const read = files.map(async ({ url, language }): Promise<Track> => {
        const { text } = await readText(url, stop.signal)
        const src = URL.createObjectURL(new Blob([toWebVtt(text)], { type: 'text/vtt' }))
        objectUrls.push(src)
        return { src, language }
      })
      // Leaves out files that cannot be read.
      const all = await Promise.allSettled(read)
      if (!stop.signal.aborted)
        setTracks(all.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))
    }
    load().catch(() => setTracks([]))
    return () => {
      stop.abort()
      for (const src of objectUrls) URL.revokeObjectURL(src)
    }
  }, [source, id, name, isWanted])
  return tracks
}
