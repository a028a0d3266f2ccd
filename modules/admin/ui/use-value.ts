import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../../web/ui.ts'

/**
 * The value in the control. It follows the server's, which another administrator may change, but not away from what was
 * entered since: the answer to an earlier save may arrive only now. `isEdited`: whether the present value is still to be
 * saved, although it may be the one that the server had before.
 */
export const useValue = (value: string, isEdited: (current: string) => boolean = () => false) => {
  const state = useState(value)
  const [, set] = state
  const followed = useRef(value)
  const latest = useLatest(isEdited)
  useEffect(() => {
    const before = followed.current
    followed.current = value
    set((current) => (current === before && !latest.current(current) ? value : current))
  }, [value])
  return state
}
