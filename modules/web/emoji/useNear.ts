import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Calls `near` once the element comes near what is seen; gives back the end of watching it. */
export type Watch = (element: Element, near: () => void) => () => void

const margin = '80px'

/** Watches what comes near the seen part of a box that scrolls. */
export const useNear = (box: RefObject<HTMLElement | null>): Watch => {
  const waiting = useRef(new Map<Element, () => void>())
  const observer = useRef<IntersectionObserver>(null)
  useEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = null
    },
    [],
  )
  return useCallback(
    (element, near) => {
      const tell = (entries: IntersectionObserverEntry[]) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.current.get(target)?.()
      }
      observer.current ??= new IntersectionObserver(tell, { root: box.current, rootMargin: margin })
      waiting.current.set(element, near)
      observer.current.observe(element)
      return () => {
        waiting.current.delete(element)
        observer.current?.unobserve(element)
      }
    },
    [box],
  )
}
