import { type Account, CallError, call } from '../../web/ui.ts'
import { getUser, logout, updateUserSettings } from '../contract.ts'

/** What the shell asks of the accounts. */
export const account: Account = {
  async saveSetting(name, value) {
    const change = { name, value }
    await call(updateUserSettings, { body: change })
  },
  async signOut() {
    await call(logout)
  },
  async signedIn() {
    try {
      await call(getUser)
      return true
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return false
      throw error
    }
  },
}
