import { endpoint } from '../../shared/contract.ts'
import { type Account, call } from '../../web/ui.ts'

const setting = endpoint({ method: 'POST', path: '/api/user/settings', access: 'session', response: { 204: null } })
const leave = endpoint({ method: 'POST', path: '/logout', access: 'session', response: { 204: null } })

/** What the shell asks of the accounts. */
export const account: Account = {
  async saveSetting(name, value) {
    await call(setting, { body: { name, value, _method: 'patch' } as never })
  },
  async signOut() {
    await call(leave)
  },
}
