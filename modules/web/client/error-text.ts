import type { Translate } from '../../shared/contract.ts'
import { CallError } from './call.ts'

/**
 * Text about a failed call for its reader: the server's, with the reference of a failure that its log explains, else that no
 * server was reached or that something failed.
 */
export const errorText = (error: unknown, t: Translate): string => {
  if (!(error instanceof CallError)) return t('web:error.broken.title')
  return error.message || t(error.code === 'offline' ? 'web:error.offline' : 'web:error.broken.title')
}
