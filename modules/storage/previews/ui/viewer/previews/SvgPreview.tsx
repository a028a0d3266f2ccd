import { useEffect, useState } from 'react'
import { Spinner } from '../../../../../web/ui.ts'
import type { Trouble } from '../../../../tree/ui.ts'
import { readText, refusedBy } from '../../../client/read-text.ts'
import type { StageProps } from '../types.ts'
import { Failed } from './Failed.tsx'
import { Problem } from './Problem.tsx'
import { useProbe } from './useProbe.ts'
import { ZoomFrame } from './ZoomFrame.tsx'

const most = 2 << 20

/**
 * A drawing as an image of a `data:` address: images run no scripts and load nothing, and opened in a tab of its own it
 * has no origin (A32). The server itself never sends it as anything but an attachment.
 */
export const SvgStage = ({ item, onDownload }: StageProps) => {
  const url = item.attributes.file_url ?? ''
  const [src, setSrc] = useState<string | null>(null)
  const [refused, setRefused] = useState<Trouble | null>(null)
  const [seen, setSeen] = useState<{ width: number; height: number } | null>(null)
  const { trouble, probe, reset } = useProbe(url)
  useEffect(() => {
    const stop = new AbortController()
    readText(url, stop.signal, most).then(
      ({ text, shown, total }) => {
        if (shown < total) setRefused({ status: 200, message: '' })
        else setSrc(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`)
      },
      (error) => !stop.signal.aborted && setRefused(refusedBy(error)),
    )
    return () => stop.abort()
  }, [url])
  const failed = trouble ?? refused
  if (failed && failed.status >= 200 && failed.status < 300)
    return <Failed item={item} onDownload={onDownload} trouble={failed} onRetry={reset} />
  if (failed) return <Problem {...failed} />
  return (
    <ZoomFrame size={seen} enlarge>
      {src ? (
        <img
          src={src}
          alt={item.attributes.name}
          draggable={false}
          onLoad={({ currentTarget: image }) =>
            setSeen({ width: image.naturalWidth || 300, height: image.naturalHeight || 300 })
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
