import { readStorage, writeStorage } from '../../web/contract.ts'

const key = 'coffer:pending-email'
const storage = () => sessionStorage

/** Stores the email that just signed up until the tab closes: /successfully-send offers to send the email again. */
export const rememberPending = (email: string): void => writeStorage(key, email, storage)

const invitedKey = 'coffer:invited-email'

/** Stores the email of an accepted invitation until the tab closes: the sign-up form fills it in. */
export const rememberInvited = (email: string): void => writeStorage(invitedKey, email, storage)

export const invitedEmail = (): string | null => readStorage(invitedKey, storage)

export const pendingEmail = (): string | null => readStorage(key, storage)
