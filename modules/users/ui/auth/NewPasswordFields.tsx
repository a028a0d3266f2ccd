import { useState } from 'react'
import { cx, TextField, useT } from '../../../web/ui.ts'
import { minPasswordLength } from '../../contract.ts'
import { passwordStrength, passwordStrengths } from './password-strength.ts'

type Props = {
  errors: Record<string, string>
  label: string
  repeatLabel: string
  /** Texts about the user (name, email), which make a password weak. */
  own: readonly string[]
  /** `md` within the settings. */
  size?: 'md' | 'lg'
}

/** Two fields for a new password, with its rule and a strength meter. */
export const NewPasswordFields = ({ errors, label, repeatLabel, own, size = 'lg' }: Props) => {
  const t = useT()
  const [password, setPassword] = useState('')
  return (
    <>
      <div>
        <TextField
          size={size}
          type="password"
          name="password"
          autoComplete="new-password"
          required
          label={label}
          error={errors.password}
          help={t('users:page.password.rule', { count: minPasswordLength })}
          onValue={setPassword}
        />
        <StrengthMeter password={password} own={own} />
      </div>
      <TextField
        size={size}
        type="password"
        name="password_confirmation"
        autoComplete="new-password"
        required
        label={repeatLabel}
        error={errors.password_confirmation}
      />
    </>
  )
}

const tones = ['bg-danger-mark', 'bg-danger-mark', 'bg-warning-mark', 'bg-success-mark', 'bg-success-mark']

const StrengthMeter = ({ password, own }: { password: string; own: readonly string[] }) => {
  const t = useT()
  const strength = passwordStrength(password, own)
  const level = passwordStrengths.indexOf(strength)
  return (
    <div className="mt-2.5">
      <div className="flex gap-1" aria-hidden="true">
        {passwordStrengths.slice(1).map((step, index) => (
          <span key={step} data-edge className={cx('h-1 grow rounded-full', index < level ? tones[level] : 'bg-n6')} />
        ))}
      </div>
      <p role="status" className="mt-1.5 min-h-[1lh] text-small text-muted">
        {password !== '' && t(`users:page.password.strength.${strength}`)}
      </p>
    </div>
  )
}
