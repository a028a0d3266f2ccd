export {
  confirmStatus,
  setAdmin,
  setApp,
  setDatabase,
  setEnvironment,
  setLicense,
  submitSetupToken,
  type WizardStep,
  wizardSteps,
} from './contract/setup.ts'
export { type MailField, mailFields, type StatusRow, setupSocketPath, type WizardPage } from './contract/wizard.ts'
export type { InstallerEvents } from './server/events.ts'
