import { readStorage, writeStorage } from '../../web/contract.ts'

const key = 'coffer:pending-email'
const storage = () => sessionStorage

/** Stores the email that has just signed up until the tab closes: /successfully-send offers to send the message again. */
export const rememberPendingEmail = (email: string): void => writeStorage(key, email, storage)

const invitedKey = 'coffer:invited-email'

const invitationKey = 'coffer:invitation-path'

/**
 * Stores the email of an accepted invitation, which the sign-up form fills in, and the path of its page, where the new
 * account goes; until the tab closes.
 */
export const rememberInvitedEmail = (email: string, path: string): void => {
  writeStorage(invitedKey, email, storage)
  writeStorage(invitationKey, path, storage)
}

export const invitedEmail = (): string | null => readStorage(invitedKey, storage)

/** Page of the invitation to this email. */
export const invitationPath = (email: string): string | null =>
  invitedEmail() === email ? readStorage(invitationKey, storage) : null

const typedKey = 'coffer:typed-email'

/** Stores the email that was typed at the sign-in for the form that follows, which takes it once. */
export const rememberTypedEmail = (email: string): void => writeStorage(typedKey, email, storage)

export const takeTypedEmail = (): string | null => {
  const email = readStorage(typedKey, storage)
  writeStorage(typedKey, null, storage)
  return email
}

export const pendingEmail = (): string | null => readStorage(key, storage)
