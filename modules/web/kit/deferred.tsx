import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from './feedback/FeedbackContext.ts'
import { loadPart } from './load-part.ts'

/** A component that is fetched by itself; `prefetch` fetches it ahead. */
export type Deferred<P> = ((props: P) => ReactNode) & { prefetch: () => void }

/**
 * A part of the screen whose code comes when it is first shown: nothing stands in its place until then. What fails is
 * tried once more; then a toast tells it and offers the page anew, for after an update of the installation the old code
 * is not there any more. Unlike React's `lazy`, it shows at once when the code is there already, and never throws.
 */
export const deferred = <P extends object>(load: () => Promise<ComponentType<P>>): Deferred<P> => {
  let Part: ComponentType<P> | null = null
  const loaded = loadPart(load)
  const fetch = async (): Promise<void> => {
    Part = await loaded()
  }
  const Deferred = (props: P): ReactNode => {
    const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
    const feedback = useFeedback()
    const t = useT()
    useEffect(() => {
      if (Part) return
      let gone = false
      fetch().then(
        () => !gone && redraw(),
        () =>
          feedback.toast({
            kind: 'danger',
            text: t('web:kit.notLoaded'),
            action: { label: t('web:kit.reload'), onAct: () => location.reload() },
            key: 'not-loaded',
          }),
      )
      return () => {
        gone = true
      }
    })
    return Part && <Part {...props} />
  }
  return Object.assign(Deferred, { prefetch: () => void fetch().catch(() => undefined) })
}

/** ms after which a page has settled, and what will probably be needed may be fetched. */
const quiet = 1_500

/** Fetches these parts in a quiet moment, so that their first showing needs no network. */
export const usePrefetch = (...parts: readonly { prefetch: () => void }[]): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a component never change
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) part.prefetch()
    }, quiet)
    return () => clearTimeout(timer)
  }, [])
}
