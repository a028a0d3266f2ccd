export { maxSessionTokenLength, setEnvironment } from './contract/environment.ts'
export { maxFieldLength } from './contract/fields.ts'
export {
  confirmStatus,
  setAdmin,
  setApp,
  setDatabase,
  setLicense,
  submitSetupToken,
  type WizardStep,
  wizardSteps,
} from './contract/setup.ts'
export { type MailField, mailFields, type StatusRow, setupSocketPath, type WizardPage } from './contract/wizard.ts'
