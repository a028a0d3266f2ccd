import { useEffect } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/feedback/FeedbackContext.ts'
import { useLatest } from '../kit/useLatest.ts'
import { askBeforeNavigation } from '../shell/ask-before-navigation.ts'
import { type WatchedInput, watchInput } from './leave-page.ts'

/** Asks whether typed input may be discarded; `question`: other texts than the usual ones. */
export const useAskDiscard = () => {
  const t = useT()
  const feedback = useFeedback()
  return (question?: { title: string; body: string; confirmLabel: string }): Promise<boolean> => {
    const usual = {
      title: t('web:kit.discard.title'),
      body: t('web:kit.discard.body'),
      confirmLabel: t('web:kit.discard.confirm'),
    }
    return feedback.confirm({ ...(question ?? usual), danger: true })
  }
}

/**
 * While input in this form is unsaved, leaving the document, links within the app and steps in the history ask first.
 * `isWatched`: false for forms that are quickly typed again. `discard`: for forms that save themselves when they disappear.
 */
export const useUnsavedInput = (
  state: WatchedInput['state'],
  { isWatched = true, discard = () => {} }: { isWatched?: boolean; discard?: () => void } = {},
): void => {
  const askDiscard = useAskDiscard()
  const latest = useLatest({ state, mayDiscard: () => askDiscard(), discard })
  useEffect(() => {
    if (!isWatched) return
    const input: WatchedInput = {
      state: () => latest.current.state(),
      mayDiscard: () => latest.current.mayDiscard(),
      mayNavigate: (page, begin) => askBeforeNavigation(input, page, begin),
      discard: () => latest.current.discard(),
    }
    return watchInput(input)
  }, [isWatched])
}
