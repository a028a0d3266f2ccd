import { LockKeyhole } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, CallError, call, Dialog, Spinner, useT } from '../../../web/ui.ts'
import { type Confirmation, confirmedPasswordStatus, logout } from '../../contract.ts'
import { FormError } from '../auth/FormError.tsx'
import { PasskeyButton } from '../auth/PasskeyButton.tsx'
import { ConfirmPassword } from './ConfirmPassword.tsx'

type Methods = Confirmation['methods']

const signInAgain = async () => {
  await call(logout, { isRepeatable: true }).catch(() => undefined)
  location.assign(`/sign-in?redirect=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Asks who it is before a sensitive action: by password, by passkey, or by a new sign-in for accounts without either. */
export const ConfirmIdentity = ({ onDone }: { onDone: (isConfirmed: boolean) => void }) => {
  const t = useT()
  const [methods, setMethods] = useState<Methods>()
  const [problem, setProblem] = useState<CallError | null>(null)
  const [loading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    try {
      setMethods((await call(confirmedPasswordStatus)).methods)
      setProblem(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error)
    } finally {
      setLoading(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => void load(), [])
  const hasPassword = methods === undefined || methods.includes('password')
  const hasPasskey = methods?.includes('passkey')
  // i18n-keys: users:confirm.text, users:confirm.passkeyText, users:confirm.signInText
  const text = hasPassword ? 'text' : hasPasskey ? 'passkeyText' : 'signInText'
  const cancel = () => onDone(false)
  const confirmed = () => onDone(true)
  return (
    <Dialog
      open
      onOpenChange={cancel}
      icon={LockKeyhole}
      title={t('users:confirm.title')}
      text={problem ? undefined : t(`users:confirm.${text}`)}
    >
      {methods === undefined && !problem && <Spinner />}
      {problem && (
        <div className="flex flex-col gap-4 pt-2">
          <FormError error={problem} />
          <Button size="lg" wide loading={loading} onClick={() => void load()}>
            {t('web:kit.retry')}
          </Button>
        </div>
      )}
      {methods?.includes('password') && <ConfirmPassword onDone={confirmed} onCancel={cancel} />}
      {hasPasskey && (
        <div className="flex flex-col pt-4">
          <PasskeyButton
            label={t('users:confirm.passkey')}
            run={(passkeys) => passkeys.confirmWithPasskey()}
            onDone={confirmed}
          />
        </div>
      )}
      {methods?.length === 0 && (
        <Button size="lg" wide variant="solid" onClick={signInAgain} className="mt-4">
          {t('users:confirm.signIn')}
        </Button>
      )}
    </Dialog>
  )
}
