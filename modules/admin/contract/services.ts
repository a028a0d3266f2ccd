import { boolean, endpoint, nullable, object, oneOf, optional, SuccessMessage, string } from '../../shared/contract.ts'

const socialServices = ['facebook', 'google', 'github', 'recaptcha'] as const
export type SocialService = (typeof socialServices)[number]

/** Stores the credentials and turns the service on. */
export const setSocialService = endpoint({
  method: 'POST',
  path: '/api/admin/settings/social-service',
  summary: 'Store the credentials of an identity provider or of reCAPTCHA',
  access: 'admin',
  scope: 'account',
  body: object({
    service: oneOf(socialServices),
    client_id: string({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    client_secret: string({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  }),
  response: { 200: SuccessMessage },
  errors: ['admin.setting-invalid', 'users.password-confirmation-required'],
})

const line = () => optional(nullable(string({ maxLength: 255 })))

/** The server has one websocket (D25), which needs no credentials: any other driver is a 422 of `driver`. */
export const setBroadcasting = endpoint({
  method: 'POST',
  path: '/api/admin/settings/broadcast',
  summary: 'Use the websocket of the server for realtime events',
  access: 'admin',
  scope: 'account',
  body: object({
    driver: oneOf(['native']),
    id: line(),
    key: line(),
    secret: line(),
    cluster: line(),
    port: line(),
    host: line(),
    tls: optional(nullable(boolean())),
  }),
  response: { 200: SuccessMessage },
  errors: [],
})
