import { createContext, use, useEffect, useRef } from 'react'
import type { ViewerSource } from '../../client/viewer-source.ts'
import type { StageControls } from './types.ts'

export const StageContext = createContext<(controls: StageControls | null) => void>(() => {})

/** The list of which a stage shows one file, for what lies beside it. */
export const SourceContext = createContext<ViewerSource | null>(null)

/** Offers what the shown stage can do while it is mounted. The functions may be made anew in each render. */
export const useStageControls = (controls: StageControls): void => {
  const offer = use(StageContext)
  const latest = useRef(controls)
  latest.current = controls
  const names = Object.keys(controls).join()
  useEffect(() => {
    const offered = Object.fromEntries(
      names.split(',').map((name) => [name, () => latest.current[name as keyof StageControls]?.()]),
    )
    offer(offered)
    return () => offer(null)
  }, [offer, names])
}
