import { useEffect, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/feedback/FeedbackContext.ts'
import { type WatchedInput, watchInput } from './leave-page.ts'

/**
 * While what is typed in this form is unsaved, leaving the document, links within the app and the history ask. `isWatched`:
 * false for forms that are quickly typed again. `discard`: of forms that save themselves when they disappear.
 */
export const useUnsavedInput = (state: WatchedInput['state'], isWatched = true, discard = () => {}): void => {
  const t = useT()
  const feedback = useFeedback()
  const mayDiscard = () =>
    feedback.confirm({
      title: t('web:kit.discard.title'),
      body: t('web:kit.discard.body'),
      confirmLabel: t('web:kit.discard.confirm'),
      danger: true,
    })
  const latest = useRef<WatchedInput>(null as never)
  latest.current = { state, mayDiscard, discard }
  useEffect(() => {
    if (!isWatched) return
    return watchInput({
      state: () => latest.current.state(),
      mayDiscard: () => latest.current.mayDiscard(),
      discard: () => latest.current.discard(),
    })
  }, [isWatched])
}
