import { type ReactNode, useCallback, useState } from 'react'
import { CallError } from '../../../web/ui.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { ConfirmationContext, type Confirmed } from './confirmation.ts'

type Ask = (isConfirmed: boolean) => void

/** Asks who it is when a call inside requires it, and repeats the call (recent authentication). */
export const ConfirmationProvider = ({ children }: { children: ReactNode }) => {
  const [ask, setAsk] = useState<{ answer: Ask }>()
  const confirmed: Confirmed = useCallback(async (fn) => {
    try {
      return await fn()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'password-confirmation-required') throw error
    }
    const isConfirmed = await new Promise<boolean>((answer) => setAsk({ answer }))
    setAsk(undefined)
    return isConfirmed ? fn() : null
  }, [])
  return (
    <ConfirmationContext value={confirmed}>
      {children}
      {ask && <ConfirmIdentity onDone={ask.answer} />}
    </ConfirmationContext>
  )
}
