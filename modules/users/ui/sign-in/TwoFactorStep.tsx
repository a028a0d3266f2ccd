import { useRef, useState } from 'react'
import { Button, CallError, call, PlainHeading, TextField, useT } from '../../../web/ui.ts'
import { twoFactorChallenge } from '../../contract.ts'
import { requiredCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'

type Props = { onExpired: (error: CallError) => void; onDone: () => void }

const variants = {
  code: { length: 6, inputMode: 'numeric', autoComplete: 'one-time-code' },
  recovery_code: { length: 21, inputMode: 'text', autoComplete: 'off' },
} as const

/** The code of the app, which submits itself, or a recovery code, or a passkey. */
export const TwoFactorStep = ({ onExpired, onDone }: Props) => {
  const t = useT()
  const [kind, setKind] = useState<keyof typeof variants>('code')
  const { length, inputMode, autoComplete } = variants[kind]
  const submit = useRef<HTMLDivElement>(null)
  const form = useForm({ [kind]: requiredCheck }, async (values) => {
    try {
      await call(twoFactorChallenge, { body: { [kind]: values[kind] ?? '' } })
    } catch (error) {
      if (error instanceof CallError && error.code === 'sign-in-expired') return onExpired(error)
      throw error
    }
    onDone()
  })
  return (
    <>
      <PlainHeading title={t('users:page.twoFactor.title')} text={t(`users:page.twoFactor.${kind}.text`)} />
      <form {...form.formProps} className="flex flex-col gap-5">
        <TextField
          key={kind}
          size="lg"
          name={kind}
          inputMode={inputMode}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          label={t(`users:page.twoFactor.${kind}.label`)}
          error={form.errors[kind]}
          onValue={(value) => {
            if (value.replace(/\s/g, '').length === length) submit.current?.querySelector('button')?.click()
          }}
        />
        <FormError error={form.formError} />
        <div ref={submit}>
          <SubmitButton ready={form.ready} busy={form.busy}>
            {t('users:page.twoFactor.submit')}
          </SubmitButton>
        </div>
      </form>
      <div className="mt-3 flex flex-col gap-3">
        <PasskeySignIn onDone={onDone} />
        <Button variant="quiet" size="lg" wide onClick={() => setKind(kind === 'code' ? 'recovery_code' : 'code')}>
          {t(kind === 'code' ? 'users:page.twoFactor.useRecovery' : 'users:page.twoFactor.useCode')}
        </Button>
      </div>
    </>
  )
}
