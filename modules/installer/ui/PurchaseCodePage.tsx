import { WizardField } from './WizardField.tsx'
import { WizardForm } from './WizardForm.tsx'

export const PurchaseCodePage = () => (
  <WizardForm action="/api/setup/purchase-code" name="license">
    <WizardField name="license" autoComplete="off" hasHelp />
  </WizardForm>
)
