import type { EndpointSpec } from '../../../shared/contract.ts'

/**
 * The scope that a personal token needs for a call; null where it needs none. Public calls need no account, but public calls
 * that change data may act for the account of the token.
 */
export const requiredTokenScope = ({ access, method, scope }: EndpointSpec): 'read' | 'write' | 'account' | null => {
  if (scope) return scope === 'none' ? null : scope
  if (access === 'installer' || access === 'webhook') return null
  if (method !== 'GET') return 'write'
  return access === 'public' ? null : 'read'
}
