import { type Account, call } from '../../web/ui.ts'
import { logout, updateUserSettings } from '../contract.ts'

/** What the shell asks of the accounts. */
export const account: Account = {
  async saveSetting(name, value) {
    const change = { name, value }
    await call(updateUserSettings, { body: change })
  },
  async signOut() {
    await call(logout)
  },
}
