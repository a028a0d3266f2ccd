import { endpoint } from '../../shared/contract.ts'
import { Done } from './fields.ts'

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Sign out',
  access: 'public',
  scope: 'none',
  response: { 204: null },
  errors: [],
})

/** Revokes the token or session that authenticates the request. */
export const apiLogout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Revoke the token or session of this call',
  access: 'session',
  scope: 'none',
  response: { 200: Done },
  errors: [],
})
