import { type AccountActions, CallError, call } from '../../web/ui.ts'
import { getUser, logout, updateUserSettings } from '../contract.ts'

/** Account operations that the shell calls. */
export const accountActions: AccountActions = {
  async saveSetting(name, value) {
    const change = { name, value }
    await call(updateUserSettings, { body: change, isRepeatable: true })
  },
  async signOut() {
    await call(logout, { isRepeatable: true })
  },
  async signedInAs() {
    try {
      return (await call(getUser, { forAnyAccount: true })).data.id
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null
      throw error
    }
  },
}
