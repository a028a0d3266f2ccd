import { useEffect, useRef, useState } from 'react'
import { Spinner } from '../../../../../web/ui.ts'
import { isDrawn } from '../../../client/preview-kind.ts'
import { pictureOf } from '../picture.ts'
import type { StageProps } from '../types.ts'
import { Failed } from './Failed.tsx'
import { useProbe } from './useProbe.ts'
import { ZoomFrame } from './ZoomFrame.tsx'

/** Bytes up to which the file itself is fetched for a closer look. */
const closest = 60_000_000

/** A picture: first a rendition for the window, the file itself for a closer look. */
export const ImageStage = ({ item, onDownload }: StageProps) => {
  const { name, file_url: url, size, thumbnail } = item.attributes
  const first = pictureOf(item)
  const [src, setSrc] = useState(first?.src ?? url ?? '')
  const [seen, setSeen] = useState<{ width: number; height: number } | null>(null)
  const { trouble, probe, reset } = useProbe(url)
  const original = url && isDrawn(item) && (size ?? 0) <= closest ? url : null
  const asked = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const closer = () => {
    if (asked.current || !original || src === original) return
    asked.current = true
    const image = new Image()
    image.src = original
    // Decoded before it takes the place, so that nothing flickers.
    image.decode().then(
      () => !gone.current && setSrc(original),
      () => undefined,
    )
  }
  const failed = () => {
    if (original && src !== original) setSrc(original)
    else probe()
  }
  if (trouble) return <Failed item={item} onDownload={onDownload} trouble={trouble} onRetry={reset} />
  // A rendition of its full width stands for a larger picture, which may fill the window.
  const enlarge = first?.limit != null && seen !== null && seen.width >= first.limit
  return (
    <>
      {/* What the list has shown already stands in until the picture is there. */}
      {!seen && thumbnail && (
        <img
          src={thumbnail.xs}
          alt=""
          className="pointer-events-none absolute inset-0 size-full object-contain blur-lg"
        />
      )}
      <ZoomFrame size={seen} enlarge={enlarge} onCloser={closer}>
        <img
          src={src}
          alt={name}
          draggable={false}
          decoding="async"
          onLoad={({ currentTarget: image }) => {
            if (src === original && seen) return
            setSeen({ width: image.naturalWidth, height: image.naturalHeight })
            const room = (image.closest('[data-frame]')?.clientWidth ?? 0) * window.devicePixelRatio
            if (first?.limit != null && image.naturalWidth >= first.limit && image.naturalWidth < room * 0.9) closer()
          }}
          onError={failed}
          className="size-full select-none"
        />
        {!seen && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </ZoomFrame>
    </>
  )
}
