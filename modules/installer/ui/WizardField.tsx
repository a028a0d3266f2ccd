import { TextField, type TextFieldProps, useData, useT } from '../../web/ui.ts'
import { maxFieldLength, type WizardPage } from '../contract.ts'

interface WizardFieldProps extends Omit<TextFieldProps, 'label' | 'name' | 'error' | 'defaultValue'> {
  name: string
  initial?: string
  /** Setting that stores the answer, when its name is not `name`. */
  storedAs?: string
  /** Name of the field whose texts it has; default: its own. Many languages have another word for the name of a person. */
  textsOf?: string
  hasHelp?: boolean
}

/** A text field of the wizard with the stored or rejected value. Texts: `installer:field.{textsOf}.label` and `.help`. */
// i18n-keys: installer:field.*.label, installer:field.*.help
export const WizardField = ({
  name,
  initial = '',
  storedAs = name,
  textsOf = name,
  hasHelp,
  help,
  ...rest
}: WizardFieldProps) => {
  const t = useT()
  const { values, errors } = useData<WizardPage>()
  const error = errors[name]
  return (
    <TextField
      maxLength={maxFieldLength}
      {...rest}
      name={name}
      label={t(`installer:field.${textsOf}.label`)}
      help={hasHelp ? t(`installer:field.${textsOf}.help`) : help}
      error={error ? t(error) : undefined}
      defaultValue={rest.type === 'password' ? undefined : (values[name] ?? values[storedAs] ?? initial)}
    />
  )
}
