import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Calls `onNear` when the element scrolls near the viewport; returns the function that stops observing it. */
export type ObserveViewport = (element: Element, onNear: () => void) => () => void

const margin = '80px'

/** Observes which elements scroll near the viewport of a scroll container. */
export const useInViewport = (container: RefObject<HTMLElement | null>): ObserveViewport => {
  const callbacks = useRef(new Map<Element, () => void>())
  const observer = useRef<IntersectionObserver>(null)
  useEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = null
    },
    [],
  )
  return useCallback(
    (element, onNear) => {
      const notify = (entries: IntersectionObserverEntry[]) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) callbacks.current.get(target)?.()
      }
      observer.current ??= new IntersectionObserver(notify, { root: container.current, rootMargin: margin })
      callbacks.current.set(element, onNear)
      observer.current.observe(element)
      return () => {
        callbacks.current.delete(element)
        observer.current?.unobserve(element)
      }
    },
    [container],
  )
}
