import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../../web/ui.ts'

/**
 * The value of a control. It follows the server's value, which another administrator may change, but does not overwrite a
 * newer entry: the response to an earlier save may arrive late. `isEdited`: true while the present value is still to be
 * saved, even if the server had the same value before.
 */
export const useServerValue = (value: string, isEdited: (current: string) => boolean = () => false) => {
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
