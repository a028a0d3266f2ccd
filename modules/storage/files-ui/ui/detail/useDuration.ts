import { useEffect, useState } from 'react'
import type { Item } from '../../../tree/contract.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `4:05`, `1:02:03`. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** Duration of a recording. The browser reads it from the file's header; null while or where unknown. */
export const useDuration = ({ attributes: { kind, file_url: url, deleted_at: deleted } }: Item): string | null => {
  const [known, setKnown] = useState<{ url: string; seconds: number } | null>(null)
  useEffect(() => {
    if ((kind !== 'video' && kind !== 'audio') || !url || deleted) return
    const media = document.createElement(kind)
    media.preload = 'metadata'
    media.muted = true
    media.onloadedmetadata = () => {
      if (Number.isFinite(media.duration)) setKnown({ url, seconds: media.duration })
    }
    media.src = url
    return () => {
      media.onloadedmetadata = null
      media.removeAttribute('src')
      media.load()
    }
  }, [kind, url, deleted])
  return known && known.url === url ? formatDuration(known.seconds) : null
}
