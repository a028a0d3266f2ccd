import { useEffect, useState } from 'react'
import { Button, CallError, call, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { resendVerification } from '../../contract.ts'
import { apiErrorText } from './api-error.ts'

const resendDelaySeconds = 60

/** Sends the verification link again, at most once a minute. */
export const ResendButton = ({ email }: { email: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async () => {
    setBusy(true)
    try {
      await call(resendVerification, { body: { email } })
      setLeft(resendDelaySeconds)
      feedback.toast({ kind: 'success', text: t('users:page.resend.sent', { email }) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      feedback.toast({ kind: 'danger', text: apiErrorText(error, t, locale) })
    } finally {
      setBusy(false)
    }
  }
  return (
    // Not `disabled`, which would take the focus away.
    <Button size="lg" wide loading={busy} aria-disabled={left > 0} onClick={left > 0 ? undefined : send}>
      {left > 0 ? t('users:page.resend.wait', { count: left }) : t('users:page.resend.send')}
    </Button>
  )
}
