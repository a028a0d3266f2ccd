import { useState } from 'react'
import { Spinner, useLoad } from '../../../../../web/ui.ts'
import { FileReadError, fetchErrorFrom, readText } from '../../../client/read-text.ts'
import type { PreviewProps } from '../types.ts'
import { FailedPreview } from './FailedPreview.tsx'
import { useProbe } from './useProbe.ts'
import { ZoomFrame } from './ZoomFrame.tsx'

const maxSvgBytes = 2 << 20

/**
 * An SVG as an image with a `data:` URL: images run no scripts and load nothing, and in a tab of its own it has no
 * origin (A32). The server sends SVG as an attachment only.
 */
export const SvgPreview = ({ item, onDownload }: PreviewProps) => {
  const url = item.attributes.file_url ?? ''
  const [naturalSize, setNaturalSize] = useState<{ width: number; height: number } | null>(null)
  const { fetchError, probe, retry: fetchAgain } = useProbe(url)
  const load = async (signal: AbortSignal) => {
    const { text, shown, total } = await readText(url, signal, maxSvgBytes)
    if (shown < total) throw new FileReadError({ status: 200, message: '' })
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  }
  const { data: src, error, reload } = useLoad(load, [url])
  const retry = fetchError ? fetchAgain : reload
  const failure = fetchError ?? (error === null ? null : fetchErrorFrom(error))
  if (failure) return <FailedPreview item={item} onDownload={onDownload} fetchError={failure} onRetry={retry} />
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
