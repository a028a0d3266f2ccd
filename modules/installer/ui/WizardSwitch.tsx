import { Checkbox, useData, useT } from '../../web/ui.ts'
import type { WizardPage } from '../contract.ts'

/** A checkbox of the wizard that is sent also when it is off. Texts: `installer:field.{name}.label` and `.help`. */
export const WizardSwitch = ({ name, storedAs }: { name: string; storedAs: string }) => {
  const t = useT()
  const { values } = useData<WizardPage>()
  return (
    <div>
      <input type="hidden" name={name} value="0" />
      <Checkbox
        name={name}
        value="1"
        defaultChecked={(values[name] ?? values[storedAs]) === '1'}
        label={t(`installer:field.${name}.label`)}
        help={t(`installer:field.${name}.help`)}
      />
    </div>
  )
}
