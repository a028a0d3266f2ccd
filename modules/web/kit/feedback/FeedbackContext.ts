import { createContext, use } from 'react'
import type { Feedback } from './feedback.ts'

export const FeedbackContext = createContext<Feedback | null>(null)

/** The feedback of the surrounding app; throws outside a KitProvider. */
export const useFeedback = (): Feedback => {
  const feedback = use(FeedbackContext)
  if (!feedback) throw new Error('useFeedback needs a KitProvider above it')
  return feedback
}
