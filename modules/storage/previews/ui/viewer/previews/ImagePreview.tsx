import { use, useEffect, useRef, useState } from 'react'
import { Spinner } from '../../../../../web/ui.ts'
import { isNativeImage } from '../../../contract.ts'
import { isTooNarrow, originalUrl, pictureOf } from '../picture.ts'
import { DownloadCountContext } from '../preview-controls.ts'
import type { PreviewProps } from '../types.ts'
import { FailedPreview } from './FailedPreview.tsx'
import { useProbe } from './useProbe.ts'
import { ZoomFrame } from './ZoomFrame.tsx'

/** Maximum size of an original that is loaded for zooming. */
const maxOriginalBytes = 60_000_000

/**
 * A picture: first a rendition for the window; the original when zoomed, or automatically where no downloads are counted.
 */
export const ImagePreview = ({ item, onDownload }: PreviewProps) => {
  const { name, size, thumbnail, mimetype } = item.attributes
  const url = originalUrl(item)
  const first = pictureOf(item)
  const isCounted = use(DownloadCountContext) !== undefined
  const [src, setSrc] = useState(first?.src ?? url ?? '')
  const [naturalSize, setNaturalSize] = useState<{ width: number; height: number } | null>(null)
  const { fetchError, probe, retry: fetchAgain } = useProbe(src || null)
  const original = url && isNativeImage(mimetype ?? '') && (size ?? 0) <= maxOriginalBytes ? url : null
  const originalRequested = useRef(false)
  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])

  const loadOriginal = () => {
    if (originalRequested.current || !original || src === original) return
    originalRequested.current = true
    const image = new Image()
    image.src = original
    // Decoded before the swap to avoid flicker.
    image.decode().then(
      () => !unmounted.current && setSrc(original),
      () => undefined,
    )
  }
  const onLoadError = () => {
    if (original && src !== original && !isCounted) setSrc(original)
    else probe()
  }
  const retry = () => {
    originalRequested.current = false
    if (first) setSrc(first.src)
    return fetchAgain()
  }
  if (fetchError) {
    // The failed rendition can be fetched by now, so it can be shown too.
    const canLoadNow = src === first?.src && first.limit !== null && fetchError.status >= 200 && fetchError.status < 300
    const failure = canLoadNow ? { status: 0, message: '' } : fetchError
    return <FailedPreview item={item} onDownload={onDownload} fetchError={failure} onRetry={retry} />
  }
  // A rendition at its maximum width comes from a larger picture, which may fill the window.
  const enlarge = first?.limit != null && naturalSize !== null && naturalSize.width >= first.limit
  return (
    <>
      {/* The thumbnail of the list stands in until the picture has loaded. */}
      {!naturalSize && thumbnail && (
        <img
          src={thumbnail.xs}
          alt=""
          className="pointer-events-none absolute inset-0 size-full object-contain blur-lg"
        />
      )}
      <ZoomFrame size={naturalSize} enlarge={enlarge} onZoomIn={loadOriginal}>
        <img
          src={src}
          alt={name}
          draggable={false}
          decoding="async"
          onLoad={({ currentTarget: image }) => {
            if (src === original && naturalSize) return
            setNaturalSize({ width: image.naturalWidth, height: image.naturalHeight })
            const isReduced = first?.limit != null && image.naturalWidth >= first.limit
            const frameWidth = image.closest('[data-frame]')?.clientWidth ?? 0
            if (isReduced && !isCounted && isTooNarrow(image.naturalWidth, frameWidth)) loadOriginal()
          }}
          onError={onLoadError}
          className="size-full select-none"
        />
        {!naturalSize && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </ZoomFrame>
    </>
  )
}
