import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button, CallError, useFeedback, useHydrated, usePageContext, useT } from '../../../web/ui.ts'
import { apiErrorText } from './api-error.ts'
import { useLoadPasskeys } from './useLoadPasskeys.ts'

interface PasskeyButtonProps {
  label: string
  /** Loads the code for passkeys. */
  run: (passkeys: typeof import('../../client/passkeys.api.ts')) => Promise<void>
  onDone: () => void
}

/** Asks the browser for a passkey and shows errors. */
export const PasskeyButton = ({ label, run, onDone }: PasskeyButtonProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const hydrated = useHydrated()
  const loadPasskeys = useLoadPasskeys()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    const passkeys = await loadPasskeys()
    if (!passkeys) return setBusy(false)
    try {
      await run(passkeys)
      onDone()
    } catch (error) {
      setBusy(false)
      if (passkeys.isPasskeyCancelled(error)) return
      const text = error instanceof CallError ? apiErrorText(error, t, locale) : t('users:error.passkey-invalid')
      feedback.toast({ kind: 'danger', text })
    }
  }
  return (
    <Button size="lg" wide icon={KeyRound} disabled={!hydrated} loading={busy} onClick={ask}>
      {label}
    </Button>
  )
}
