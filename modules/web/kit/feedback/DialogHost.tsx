import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useFeedback } from './FeedbackContext.ts'
import type { DialogEntry } from './feedback.ts'

// Apart from the first load: a shared link's page never asks anything.
const load = () => import('./DialogEntry.tsx')
const Entry = lazy(load)

/** Shows the confirms, alerts and processing boxes that the feedback store holds. */
export const DialogHost = () => {
  const feedback = useFeedback()
  const { dialogs } = useSnapshot(feedback.state)

  useEffect(() => {
    // Fetched in a quiet moment, so that the first confirm needs no network.
    const timer = setTimeout(() => load().catch(() => {}), 3000)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Suspense>
      {(dialogs as readonly DialogEntry[]).map((entry) => (
        <Entry key={entry.id} entry={entry} feedback={feedback} />
      ))}
    </Suspense>
  )
}
