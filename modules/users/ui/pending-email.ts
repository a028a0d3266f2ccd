import { readStorage, writeStorage } from '../../web/contract.ts'

const key = 'coffer:pending-email'
const storage = () => sessionStorage

/** Stores the email that just signed up until the tab closes: /successfully-send offers to send the email again. */
export const rememberPending = (email: string): void => writeStorage(key, email, storage)

export const pendingEmail = (): string | null => readStorage(key, storage)
