import { endpoint, object, optional, redirect, SuccessMessage, string } from '../../shared/contract.ts'
import { text, value } from './fields.ts'

export const maxSessionTokenLength = 2_000

export const setEnvironment = endpoint({
  method: 'POST',
  path: '/api/setup/environment-setup',
  summary: 'Set the public address, where files are stored, and the mail server',
  access: 'installer',
  csrf: false,
  body: object({
    url: text(),
    trusted_proxies: text(),
    /** `local`, a vendor of object stores, or `other` with its endpoint; missing: nothing changes. */
    storage: text(),
    key: text(),
    /** May be missing when the store and its key are unchanged. */
    secret: text(),
    bucket: text(),
    endpoint: text(),
    region: text(),
    /** Forms have a list of regions for each vendor. These fields take precedence over `region`. */
    region_s3: text(),
    region_storj: text(),
    region_spaces: text(),
    region_wasabi: text(),
    region_backblaze: text(),
    region_oss: text(),
    /** `smtp`, `mailgun`, `ses`, `postmark`, or `log`: emails are written to files. Missing: nothing changes. */
    mailDriver: text(),
    host: text(),
    port: value(),
    username: text(),
    /** This and the other secrets may be missing when the rest of the account is unchanged. */
    password: text(),
    encryption: text(),
    mailgun_domain: text(),
    mailgun_secret: text(),
    mailgun_endpoint: text(),
    ses_access_key: text(),
    ses_secret_access_key: text(),
    ses_region: text(),
    ses_session_token: optional(string({ maxLength: maxSessionTokenLength })),
    postmark_token: text(),
    /** Sender for the three mail services. */
    mail_sender: text(),
  }),
  response: { 200: SuccessMessage, 303: redirect },
  errors: [
    'installer.installed',
    'installer.setup-token-invalid',
    'installer.value-invalid',
    'installer.mail-unreachable',
    'platform.storage-unreachable',
    'platform.storage-sign-in',
    'platform.storage-bucket',
    'platform.storage-region',
    'platform.storage-rights',
    'platform.storage-taken',
  ],
})
