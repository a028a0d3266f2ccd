import { useEffect, useState } from 'react'
import { Spinner } from '../../../../../web/ui.ts'
import type { FetchError } from '../../../../tree/ui.ts'
import { fetchErrorFrom, readText } from '../../../client/read-text.ts'
import type { PreviewProps } from '../types.ts'
import { Failed } from './Failed.tsx'
import { useProbe } from './useProbe.ts'
import { ZoomFrame } from './ZoomFrame.tsx'

const maxSvgBytes = 2 << 20

/**
 * An SVG as an image with a `data:` URL: images run no scripts and load nothing, and in a tab of its own it has no
 * origin (A32). The server sends SVG as an attachment only.
 */
export const SvgPreview = ({ item, onDownload }: PreviewProps) => {
  const url = item.attributes.file_url ?? ''
  const [src, setSrc] = useState<string | null>(null)
  const [readError, setReadError] = useState<FetchError | null>(null)
  const [naturalSize, setNaturalSize] = useState<{ width: number; height: number } | null>(null)
  const { fetchError, probe, reset } = useProbe(url)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    const stop = new AbortController()
    setReadError(null)
    readText(url, stop.signal, maxSvgBytes).then(
      ({ text, shown, total }) => {
        if (shown < total) setReadError({ status: 200, message: '' })
        else setSrc(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`)
      },
      (error) => !stop.signal.aborted && setReadError(fetchErrorFrom(error)),
    )
    return () => stop.abort()
  }, [url, attempt])
  const retry = () => {
    reset()
    setAttempt(attempt + 1)
  }
  const failure = fetchError ?? readError
  if (failure) return <Failed item={item} onDownload={onDownload} fetchError={failure} onRetry={retry} />
  return (
    <ZoomFrame size={naturalSize} enlarge>
      {src ? (
        <img
          src={src}
          alt={item.attributes.name}
          draggable={false}
          onLoad={({ currentTarget: image }) =>
            setNaturalSize({ width: image.naturalWidth || 300, height: image.naturalHeight || 300 })
          }
          onError={probe}
          className="size-full select-none"
        />
      ) : (
        <span className="grid size-full place-items-center">
          <Spinner />
        </span>
      )}
    </ZoomFrame>
  )
}
