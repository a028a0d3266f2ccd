import { useEffect } from 'react'
import { useFeedback, useLatest, useT, type WatchedInput, watchInput } from '../../../web/ui.ts'

/** Asks whether typed text may be discarded. */
export const useAskDiscard = (): (() => Promise<boolean>) => {
  const feedback = useFeedback()
  const t = useT()
  return () =>
    feedback.confirm({
      title: t('web:kit.discard.title'),
      body: t('web:kit.discard.body'),
      confirmLabel: t('web:kit.discard.confirm'),
      danger: true,
    })
}

/** Asks before the document is left while a typed text is not sent. Steps within the app keep the text. */
export const useKeptDraft = (isDirty: boolean): void => {
  const latest = useLatest({ isDirty, ask: useAskDiscard() })
  useEffect(() => {
    const input: WatchedInput = {
      state: () => (latest.current.isDirty ? 'unsaved' : 'saved'),
      mayDiscard: () => latest.current.ask(),
      mayNavigate: async (_page, begin) => begin(),
      discard: () => undefined,
    }
    return watchInput(input)
  }, [])
}
