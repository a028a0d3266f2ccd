import { mailDrivers } from '../../platform/contract.ts'
import { endpoint, integer, object, oneOf, optional, SuccessMessage, string } from '../../shared/contract.ts'

/**
 * Sends an email to the caller by this server, waits until the server has accepted it, and only then stores the server.
 * `log`: emails are written to files.
 */
export const setMailServer = endpoint({
  method: 'POST',
  path: '/api/admin/settings/email',
  summary: 'Test a mail server and use it',
  access: 'admin',
  scope: 'account',
  body: object({
    mailDriver: oneOf(mailDrivers),
    smtp: optional(
      object({
        host: string({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9.:\\[\\]-]+$' }),
        port: integer({ minimum: 1, maximum: 65_535 }),
        username: optional(string({ maxLength: 255 })),
        password: optional(string({ maxLength: 255 })),
        /** `ssl`: TLS from the first byte; `tls`: STARTTLS is required; empty: STARTTLS where the server offers it. */
        encryption: oneOf(['tls', 'ssl', '']),
        /** Sender; default: the contact email. */
        email: optional(string({ maxLength: 255 })),
      }),
    ),
    mailgun: optional(
      object({
        domain: string({ pattern: '^[A-Za-z0-9.-]{1,253}$' }),
        secret: string({ minLength: 1, maxLength: 255 }),
        endpoint: oneOf(['api.mailgun.net', 'api.eu.mailgun.net']),
        sender: string({ minLength: 3, maxLength: 255 }),
      }),
    ),
    ses: optional(
      object({
        access_key: string({ minLength: 1, maxLength: 255 }),
        secret_access_key: string({ minLength: 1, maxLength: 255 }),
        default_region: string({ pattern: '^[a-z0-9-]{4,30}$' }),
        session_token: optional(string({ maxLength: 2_000 })),
        sender: string({ minLength: 3, maxLength: 255 }),
      }),
    ),
    postmark: optional(
      object({
        token: string({ minLength: 1, maxLength: 255 }),
        sender: string({ minLength: 3, maxLength: 255 }),
      }),
    ),
  }),
  response: { 200: SuccessMessage },
  errors: ['admin.connection-failed', 'admin.set-by-environment', 'users.password-confirmation-required'],
})

/** Sends an email to the caller, and waits until the mail server has accepted it. */
export const testEmail = endpoint({
  method: 'POST',
  path: '/api/admin/test-email',
  summary: 'Send a test email to the own address',
  access: 'admin',
  scope: 'account',
  response: { 200: SuccessMessage },
  errors: ['admin.connection-failed'],
})
