import { endpoint, object, optional, redirect, SuccessMessage, string } from '../../shared/contract.ts'
import { scalarField, textField } from './fields.ts'

export const maxSessionTokenLength = 2_000

export const setEnvironment = endpoint({
  method: 'POST',
  path: '/api/setup/environment-setup',
  summary: 'Set the public address, where files are stored, and the mail server',
  access: 'installer',
  csrf: false,
  body: object({
    url: textField(),
    /** `1`: the URL is right although the wizard was opened by another name. */
    confirm_url: scalarField(),
    /** Where the variable TRUSTED_PROXIES is set: missing, empty, or its value. */
    trusted_proxies: textField(),
    /** `local`, a vendor of object stores, or `other` with its endpoint; missing: nothing changes. */
    storage: textField(),
    key: textField(),
    /** May be missing when the store and its key are unchanged. */
    secret: textField(),
    bucket: textField(),
    endpoint: textField(),
    region: textField(),
    /** Forms have a list of regions for each vendor. These fields take precedence over `region`. */
    region_s3: textField(),
    region_storj: textField(),
    region_spaces: textField(),
    region_wasabi: textField(),
    region_backblaze: textField(),
    region_oss: textField(),
    /** `smtp`, `mailgun`, `ses`, `postmark`, or `log`: emails are written to files. Missing: nothing changes. */
    mailDriver: textField(),
    host: textField(),
    port: scalarField(),
    username: textField(),
    /** This and the other secrets may be missing when the rest of the account is unchanged. */
    password: textField(),
    encryption: textField(),
    mailgun_domain: textField(),
    mailgun_secret: textField(),
    mailgun_endpoint: textField(),
    ses_access_key: textField(),
    ses_secret_access_key: textField(),
    ses_region: textField(),
    ses_session_token: optional(string({ maxLength: maxSessionTokenLength })),
    postmark_token: textField(),
    /** Sender for the three mail services. */
    mail_sender: textField(),
  }),
  response: { 200: SuccessMessage, 303: redirect },
  errors: [
    'installer.installed',
    'installer.setup-token-invalid',
    'installer.value-invalid',
    'installer.url-differs',
    'installer.proxies-fixed',
    'installer.mail-unreachable',
    'platform.storage-unreachable',
    'platform.storage-sign-in',
    'platform.storage-bucket',
    'platform.storage-region',
    'platform.storage-rights',
    'platform.storage-taken',
  ],
})
