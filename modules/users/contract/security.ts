import { array, boolean, integer, nullable, object, type Static, timestamp } from '../../shared/contract.ts'
import { DeviceSession, PersonalToken } from './account.ts'
import { Passkey } from './passkeys.ts'
import { Identity, OfferedProvider } from './providers.ts'

/** Event for the open pages of an account: the data of its security page has changed. */
export const securityChanged = 'security-changed'

/** Data of the security page, in the shapes of the API. */
export const Security = object({
  has_password: boolean(),
  two_factor_confirmed_at: nullable(timestamp()),
  recovery_codes_left: integer(),
  passkeys: array(Passkey),
  identities: array(Identity),
  /** Providers that can be linked. */
  providers: array(OfferedProvider),
  sessions: array(DeviceSession),
  tokens: array(PersonalToken),
})
export type Security = Static<typeof Security>

/** Data of the page about security. */
export interface SecurityPageData extends Security {
  /** Where programs open the account's files as a network drive. */
  driveUrl: string
}
