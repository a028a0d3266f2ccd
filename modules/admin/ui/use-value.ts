import { useEffect, useRef, useState } from 'react'

/**
 * The value in the control. It follows the server's, which another administrator may change, but not away from what was
 * entered since: the answer to an earlier save may arrive only now.
 */
export const useValue = (value: string) => {
  const state = useState(value)
  const [, set] = state
  const followed = useRef(value)
  useEffect(() => {
    const before = followed.current
    followed.current = value
    set((current) => (current === before ? value : current))
  }, [value])
  return state
}
