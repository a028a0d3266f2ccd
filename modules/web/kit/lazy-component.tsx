import { type ComponentType, type ReactNode, useEffect, useReducer, useRef } from 'react'
import type { Translate } from '../../shared/contract.ts'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from './feedback/FeedbackContext.ts'
import type { Feedback } from './feedback/feedback.ts'
import { loadWithRetry } from './load-with-retry.ts'
import { useLatest } from './useLatest.ts'
import { maxWaitMs } from './within-time.ts'

/**
 * Tells that code could not be loaded, and offers to reload the page: an update of the installation removes the old chunks.
 */
export const toastLoadError = (feedback: Feedback, t: Translate): void => {
  feedback.toast({
    kind: 'danger',
    text: t('web:kit.chunkLoadError'),
    action: { label: t('web:kit.reload'), onAct: () => location.reload() },
    key: 'not-loaded',
  })
}

interface LazyProps {
  /** Called when the code could not be loaded, or has not arrived in time, so that a dialog does not stay open unseen. */
  onNotLoaded?: () => void
}

/** A component in a chunk of its own; `prefetch` loads it before it is needed. */
export type LazyComponent<P> = ((props: P & LazyProps) => ReactNode) & { prefetch: () => void }

/**
 * A component whose code loads when it is first rendered; renders nothing until then. A failed load is retried once; then a
 * toast offers to reload the page, and the code loads when the connection is back. Only what `onNotLoaded` ends is given up
 * while the code is on its way. Unlike React's `lazy`, it renders synchronously when the code is already loaded, and never throws.
 */
export const lazyComponent = <P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> => {
  let Loaded: ComponentType<P> | null = null
  const loadOnce = loadWithRetry(load)
  const fetchChunk = async (): Promise<void> => {
    Loaded = await loadOnce()
  }
  const Wrapper = (props: P & LazyProps): ReactNode => {
    const [, rerender] = useReducer((renders: number) => renders + 1, 0)
    const feedback = useFeedback()
    const t = useT()
    const fail = useLatest(() => {
      toastLoadError(feedback, t)
      props.onNotLoaded?.()
    })
    useEffect(() => {
      if (Loaded) return
      let unmounted = false
      fetchChunk().then(
        () => !unmounted && rerender(),
        () => !unmounted && fail.current(),
      )
      addEventListener('online', rerender)
      return () => {
        unmounted = true
        removeEventListener('online', rerender)
      }
    })
    const isAwaited = props.onNotLoaded !== undefined
    useEffect(() => {
      if (Loaded || !isAwaited) return
      const timer = setTimeout(() => Loaded || fail.current(), maxWaitMs)
      return () => clearTimeout(timer)
    }, [isAwaited])
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Wrapper, { prefetch: () => void fetchChunk().catch(() => undefined) })
}

interface OpenProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A lazy component with an `open` prop: loads and mounts when it is first opened, and stays mounted. */
export const lazyOnOpen = <P extends OpenProps>(load: () => Promise<ComponentType<P>>): LazyComponent<P> => {
  const Lazy = lazyComponent(load)
  const Wrapper = (props: P): ReactNode => {
    const opened = useRef(false)
    if (props.open) opened.current = true
    const close = () => {
      opened.current = false
      props.onOpenChange(false)
    }
    return opened.current && <Lazy {...props} onNotLoaded={close} />
  }
  return Object.assign(Wrapper, { prefetch: Lazy.prefetch })
}

/** The page's own requests have usually finished by then. */
const prefetchDelayMs = 1_500

/** Prefetches these components shortly after mount, so that their first rendering needs no network. */
export const usePrefetch = (...components: readonly { prefetch: () => void }[]): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers pass constants
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const component of components) component.prefetch()
    }, prefetchDelayMs)
    return () => clearTimeout(timer)
  }, [])
}
