import type { WizardStep } from './setup.ts'

/** The WebSocket that the environment step tests: it returns what it gets. */
export const setupSocketPath = '/api/setup/socket'

/** What the status check found. Texts: `installer:status.{id}`. */
export interface StatusRow {
  id: 'node' | 'folder' | 'space' | 'memory' | 'database' | 'extensions' | 'clock' | 'port' | 'mail'
  isOk: boolean
  /** False: the setup goes on without it. */
  isRequired: boolean
  value: string
}

/** What a page of the wizard shows. */
export interface WizardPage {
  step: WizardStep
  done: string[]
  /** Field → text to begin with: stored answers, or what was sent last. Never a password. */
  values: Record<string, string>
  /** Field → i18n key of its error. */
  errors: Record<string, string>
  /** I18n key of an error that concerns no field. */
  problem: string | null
}

/** Fields of the environment step for each way to send emails. */
export const mailFields = {
  smtp: ['host', 'port', 'username', 'password', 'encryption'],
  mailgun: ['mailgun_domain', 'mailgun_secret', 'mailgun_endpoint', 'mail_sender'],
  ses: ['ses_access_key', 'ses_secret_access_key', 'ses_region', 'ses_session_token', 'mail_sender'],
  postmark: ['postmark_token', 'mail_sender'],
} as const
export type MailField = (typeof mailFields)[keyof typeof mailFields][number]
