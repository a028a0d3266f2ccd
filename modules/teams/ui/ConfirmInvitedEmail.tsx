import { useState } from 'react'
import { resendVerification } from '../../users/contract.ts'
import { Button, Callout, call, errorToast, useFeedback, useFocusOnChange, useT } from '../../web/ui.ts'

/** Asks the account's owner to confirm the invited email by a link; `isAccepted`: they then become a member. */
export const ConfirmInvitedEmail = ({ email, isAccepted }: { email: string; isAccepted: boolean }) => {
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
      <p className="mb-3">
        {/* i18n-keys: teams:invitation.confirm.text, teams:invitation.confirm.accepted */}
        {t(`teams:invitation.confirm.${isAccepted ? 'accepted' : 'text'}`, { email })}
      </p>
      {state === 'sent' ? (
        <p data-sent className="font-semibold outline-none">
          {t('teams:invitation.confirm.sent', { email })}
        </p>
      ) : (
        <Button loading={state === 'busy'} onClick={() => void send()}>
          {t('teams:invitation.confirm.send')}
        </Button>
      )}
    </Callout>
  )
}
