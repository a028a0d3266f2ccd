import { TextField, type TextFieldProps, useT } from '../../../web/ui.ts'

/** The e-mail address that names an account: filled by password managers, never corrected by the keyboard. */
export const EmailField = (props: Pick<TextFieldProps, 'error' | 'defaultValue' | 'onValue'>) => {
  const t = useT()
  return (
    <TextField
      size="lg"
      type="email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      required
      label={t('users:page.field.emailLabel')}
      {...props}
    />
  )
}
