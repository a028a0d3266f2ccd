import { TextField, type TextFieldProps, useT } from '../../../web/ui.ts'

/** The email of an account: filled in by password managers, without autocorrection or capitals. */
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
