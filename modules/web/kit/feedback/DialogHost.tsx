import { useSnapshot } from 'valtio'
import { lazyComponent, usePrefetch } from '../lazy-component.tsx'
import { useFeedback } from './FeedbackContext.ts'
import type { DialogEntry } from './feedback.ts'

// Not in the first load: most pages never open one.
const Entry = lazyComponent(async () => (await import('./DialogEntry.tsx')).default)

/** Renders the confirm, alert and processing dialogs of the feedback store. */
export const DialogHost = () => {
  const feedback = useFeedback()
  const { dialogs } = useSnapshot(feedback.state)
  usePrefetch(Entry)
  return (dialogs as readonly DialogEntry[]).map((entry) => (
    <Entry key={entry.id} entry={entry} feedback={feedback} onNotLoaded={() => feedback.answer(entry.id, false)} />
  ))
}
