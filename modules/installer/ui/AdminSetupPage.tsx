import { WizardField } from './WizardField.tsx'
import { WizardForm } from './WizardForm.tsx'

/** The first administrator; completes the setup. */
export const AdminSetupPage = () => (
  <WizardForm action="/admin-setup" name="admin">
    <WizardField name="name" textsOf="full_name" autoComplete="name" required />
    <WizardField name="email" type="email" autoComplete="username" required />
    <WizardField name="password" type="password" autoComplete="new-password" required hasHelp />
    <WizardField name="password_confirmation" type="password" autoComplete="new-password" required />
  </WizardForm>
)
