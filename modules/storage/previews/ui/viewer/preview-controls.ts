import { createContext, use, useEffect } from 'react'
import { useLatest } from '../../../../web/ui.ts'
import type { ViewerSource } from '../../client/viewer-source.ts'
import type { DownloadCount, PreviewControls } from './types.ts'

export const PreviewControlsContext = createContext<(controls: PreviewControls | null) => void>(() => {})

/** The list of the shown file, for files next to it. */
export const SourceContext = createContext<ViewerSource | null>(null)

export const DownloadCountContext = createContext<DownloadCount | undefined>(undefined)

/** Registers the functions of the shown preview while it is mounted. They may change with each render. */
export const usePreviewControls = (controls: PreviewControls): void => {
  const offer = use(PreviewControlsContext)
  const latest = useLatest(controls)
  const names = Object.keys(controls).join()
  useEffect(() => {
    const offered = Object.fromEntries(
      names.split(',').map((name) => [name, (x = 0, y = 0) => latest.current[name as keyof PreviewControls]?.(x, y)]),
    )
    offer(offered)
    return () => offer(null)
  }, [offer, names])
}
