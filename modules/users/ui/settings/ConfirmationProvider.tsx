import { type ReactNode, useCallback, useRef, useState } from 'react'
import { CallError } from '../../../web/ui.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { ConfirmationContext, type Confirmed } from './confirmation.ts'

type Ask = (isConfirmed: boolean) => void

/** Asks who it is when a call inside requires it, and repeats the call (recent authentication). */
export const ConfirmationProvider = ({ children }: { children: ReactNode }) => {
  const [ask, setAsk] = useState<{ answer: Ask }>()
  /** The open question, whose answer all calls that need it get. */
  const asked = useRef<Promise<boolean>>(null)
  const confirmed: Confirmed = useCallback(async (fn) => {
    try {
      return await fn()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'password-confirmation-required') throw error
    }
    asked.current ??= new Promise<boolean>((answer) => setAsk({ answer })).finally(() => {
      asked.current = null
      setAsk(undefined)
    })
    return (await asked.current) ? fn() : null
  }, [])
  return (
    <ConfirmationContext value={confirmed}>
      {children}
      {ask && <ConfirmIdentity onDone={ask.answer} />}
    </ConfirmationContext>
  )
}
