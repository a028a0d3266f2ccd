import { type RefObject, useRef } from 'react'

/** A ref to the value of the last rendering, for handlers and effects that outlive it. */
export const useLatest = <Value>(value: Value): RefObject<Value> => {
  const latest = useRef(value)
  latest.current = value
  return latest
}
