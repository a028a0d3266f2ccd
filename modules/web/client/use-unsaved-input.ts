import { useEffect, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/feedback/FeedbackContext.ts'
import { beginLoading, beginNavigation, endNavigation } from '../shell/navigation.ts'
import { inputs, type WatchedInput } from './leave-page.ts'

/**
 * While what is typed in this form is unsaved, leaving the document, links within the app and the history ask. `isWatched`:
 * false for forms that are quickly typed again.
 */
export const useUnsavedInput = (state: WatchedInput['state'], isWatched = true): void => {
  const t = useT()
  const feedback = useFeedback()
  const mayDiscard = async () => {
    const isDiscarded = await feedback.confirm({
      title: t('web:kit.discard.title'),
      body: t('web:kit.discard.body'),
      confirmLabel: t('web:kit.discard.confirm'),
      danger: true,
    })
    if (isDiscarded) inputs.clear()
    return isDiscarded
  }
  const latest = useRef({ state, mayDiscard })
  latest.current = { state, mayDiscard }
  useEffect(() => {
    if (!isWatched) return
    const input: WatchedInput = {
      state: () => latest.current.state(),
      mayDiscard: () => latest.current.mayDiscard(),
      mayLeave: async (url) => {
        // Reloads of this page wait meanwhile.
        beginLoading()
        if (await input.mayDiscard()) return beginNavigation()
        if (url) history.pushState({}, '', url)
        endNavigation()
        // Vike drops this navigation at the next one.
        await new Promise(() => {})
      },
    }
    inputs.add(input)
    const ask = (event: Event) => {
      if (inputs.has(input) && input.state() === 'unsaved') event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      inputs.delete(input)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isWatched])
}
