import { type ReactNode, useState } from 'react'
import { Button, Callout, call, errorToast, useFeedback, useFocusOnChange, useT } from '../../web/ui.ts'
import { resendVerification } from '../contract.ts'

/** Says why the account's owner has to confirm their email, and sends the link for it. */
export const UnprovenEmail = ({ email, children }: { email: string; children: ReactNode }) => {
  const t = useT()
  const feedback = useFeedback()
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  useFocusOnChange(state === 'sent', '[data-sent]')
  const send = async () => {
    setState('busy')
    try {
      await call(resendVerification, { body: { email } })
      setState('sent')
    } catch (error) {
      feedback.toast(errorToast(error, t))
      setState('open')
    }
  }
  return (
    <Callout tone="warning" role="status" className="mb-5">
      <p className="mb-3">{children}</p>
      {state === 'sent' ? (
        <p data-sent className="font-semibold outline-none">
          {t('users:page.confirm.sent', { email })}
        </p>
      ) : (
        <Button loading={state === 'busy'} onClick={() => void send()}>
          {t('users:page.confirm.send')}
        </Button>
      )}
    </Callout>
  )
}
