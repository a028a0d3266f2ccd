import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button, CallError, useFeedback, useHydrated, usePageContext, useT } from '../../../web/ui.ts'
import { apiErrorText } from '../auth/api-error.ts'

/** Signs in with a passkey; loads the code for it when it is needed. */
export const PasskeyButton = ({ onDone }: { onDone: () => void }) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const signIn = async () => {
    setBusy(true)
    const passkeys = await import('../../client/passkeys.api.ts')
    try {
      await passkeys.signInWithPasskey()
      onDone()
    } catch (error) {
      setBusy(false)
      if (passkeys.isCancelled(error)) return
      const text = error instanceof CallError ? apiErrorText(error, t, locale) : t('users:error.passkey-invalid')
      feedback.toast({ kind: 'danger', text })
    }
  }
  return (
    <Button size="lg" wide icon={KeyRound} disabled={!hydrated} loading={busy} onClick={signIn}>
      {t('users:page.signIn.passkey')}
    </Button>
  )
}
