import { endpoint, object, redirect, SuccessMessage } from '../../shared/contract.ts'
import { scalarField, textField } from './fields.ts'

/** The wizard's steps in their order: the last segments of their pages' paths. */
export const wizardSteps = [
  'status-check',
  'purchase-code',
  'database',
  'environment',
  'app-setup',
  'admin-setup',
] as const
export type WizardStep = (typeof wizardSteps)[number]

/** Sets the cookie that authorizes the other calls; they also accept the token in the header `X-Setup-Token`. */
export const submitSetupToken = endpoint({
  method: 'POST',
  path: '/api/setup/token',
  summary: 'Open the setup wizard with the token that the server printed',
  access: 'installer',
  csrf: false,
  body: object({ token: textField() }),
  response: { 200: SuccessMessage, 303: redirect },
  errors: ['installer.installed', 'installer.setup-token-invalid'],
})

export const confirmStatus = endpoint({
  method: 'POST',
  path: '/api/setup/status',
  summary: 'Confirm that the server has what the instance needs',
  access: 'installer',
  csrf: false,
  body: object({}),
  response: { 200: SuccessMessage, 303: redirect },
  errors: ['installer.installed', 'installer.setup-token-invalid'],
})

export const setLicense = endpoint({
  method: 'POST',
  path: '/api/setup/purchase-code',
  summary: 'Store the purchase code',
  access: 'installer',
  csrf: false,
  body: object({ license: textField() }),
  response: { 200: SuccessMessage, 303: redirect },
  errors: ['installer.installed', 'installer.setup-token-invalid', 'installer.value-invalid'],
})

/** `connection`: `embedded`, or `pgsql` for an external server, which is tested and gets the schema. Errors: 422. */
export const setDatabase = endpoint({
  method: 'POST',
  path: '/api/setup/database',
  summary: 'Select the database',
  access: 'installer',
  csrf: false,
  body: object({
    connection: textField(),
    host: textField(),
    port: scalarField(),
    name: textField(),
    username: textField(),
    password: textField(),
    /** Accepts a database that holds an instance already, which is then used as it is. */
    allow_used: scalarField(),
    /** `APP_KEY` of the instance in the database; it replaces the key of this instance. */
    app_key: textField(),
  }),
  response: { 200: SuccessMessage, 303: redirect },
  errors: [
    'installer.installed',
    'installer.setup-token-invalid',
    'installer.value-invalid',
    'installer.set-by-environment',
    'installer.database-unreachable',
    'installer.database-sign-in',
    'installer.database-missing',
    'installer.database-old',
    'installer.database-connections',
    'installer.database-used',
    'installer.database-key',
    'installer.database-extensions',
    'installer.database-rights',
    'installer.database-failed',
  ],
})

export const setApp = endpoint({
  method: 'POST',
  path: '/api/setup/app-setup',
  summary: 'Set name, registration, limits and billing',
  access: 'installer',
  csrf: false,
  body: object({
    title: textField(),
    description: textField(),
    color: textField(),
    contactMail: textField(),
    googleAnalytics: textField(),
    userRegistration: scalarField(),
    storageLimitation: scalarField(),
    defaultStorage: scalarField(),
    teamsDefaultMembers: scalarField(),
    subscriptionType: textField(),
  }),
  response: { 200: SuccessMessage, 303: redirect },
  errors: ['installer.installed', 'installer.setup-token-invalid', 'installer.value-invalid'],
})

/** Creates the administrator and completes the setup. */
export const setAdmin = endpoint({
  method: 'POST',
  path: '/admin-setup',
  summary: 'Create the administrator and complete the setup',
  access: 'installer',
  csrf: false,
  body: object({ name: textField(), email: textField(), password: textField(), password_confirmation: textField() }),
  response: { 204: null, 303: redirect },
  errors: [
    'installer.installed',
    'installer.setup-token-invalid',
    'installer.value-invalid',
    'installer.password-mismatch',
    'installer.password-weak',
  ],
})
