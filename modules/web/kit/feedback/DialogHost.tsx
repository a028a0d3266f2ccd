import { useSnapshot } from 'valtio'
import { deferred, usePrefetch } from '../deferred.tsx'
import { useFeedback } from './FeedbackContext.ts'
import type { DialogEntry } from './feedback.ts'

// Apart from the first load: a shared link's page never asks anything.
const Entry = deferred(async () => (await import('./DialogEntry.tsx')).default)

/** Shows the confirms, alerts and processing boxes that the feedback store holds. */
export const DialogHost = () => {
  const feedback = useFeedback()
  const { dialogs } = useSnapshot(feedback.state)
  usePrefetch(Entry)
  return (dialogs as readonly DialogEntry[]).map((entry) => <Entry key={entry.id} entry={entry} feedback={feedback} />)
}
