import type { WizardStep } from './setup.ts'

/** Path of the WebSocket that the environment step tests: it echoes a message. */
export const setupSocketPath = '/api/setup/socket'

/** Result of one requirement. Texts: `installer:status.{id}`. */
export interface StatusRow {
  id: 'node' | 'folder' | 'space' | 'memory' | 'database' | 'extensions' | 'clock' | 'port' | 'mail'
  isOk: boolean
  /** False: the setup continues although it is not met. */
  isRequired: boolean
  value: string
}

/** Data of a page of the wizard. */
export interface WizardPage {
  step: WizardStep
  done: string[]
  /** Field → initial text: the stored or the rejected answer. Never a password. */
  values: Record<string, string>
  /** Field → i18n key of its error. */
  errors: Record<string, string>
  /** I18n key of an error that concerns no field. */
  problem: string | null
}

/** Mail driver → its fields in the environment step. */
export const mailFields = {
  smtp: ['host', 'port', 'username', 'password', 'encryption'],
  mailgun: ['mailgun_domain', 'mailgun_secret', 'mailgun_endpoint', 'mail_sender'],
  ses: ['ses_access_key', 'ses_secret_access_key', 'ses_region', 'ses_session_token', 'mail_sender'],
  postmark: ['postmark_token', 'mail_sender'],
} as const
export type MailField = (typeof mailFields)[keyof typeof mailFields][number]
