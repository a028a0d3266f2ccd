import { createContext, use } from 'react'

/**
 * Runs a call that requires a confirmed password; asks for it, or for a passkey, when the server does. Null: the user
 * cancelled.
 */
export type Confirmed = <T>(fn: () => Promise<T>) => Promise<T | null>

export const ConfirmationContext = createContext<Confirmed | null>(null)

export const useConfirmed = (): Confirmed => {
  const confirmed = use(ConfirmationContext)
  if (!confirmed) throw new Error('useConfirmed needs a ConfirmationProvider above it')
  return confirmed
}
