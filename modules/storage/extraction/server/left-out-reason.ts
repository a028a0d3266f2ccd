import { AppError } from '../../../platform/index.ts'
import type { ResponseCode } from '../../../shared/contract.ts'
import type { LeftOutReason } from '../../operations/contract.ts'
import { DamagedEntryError } from './entry-content.ts'

const reasonByCode: Readonly<Partial<Record<ResponseCode, LeftOutReason>>> = {
  'too-large': 'too-large',
  'file-type-not-allowed': 'file-type-not-allowed',
  'max-depth-exceeded': 'too-deep',
  'name-empty': 'invalid-name',
  'name-too-long': 'invalid-name',
  'name-forbidden-character': 'invalid-name',
  'name-reserved': 'invalid-name',
}

/** The reason why an entry is left out for an error that concerns it alone. Throws all other errors. */
export const leftOutReasonOf = (error: unknown): LeftOutReason => {
  if (error instanceof DamagedEntryError) return 'damaged'
  const reason = error instanceof AppError ? reasonByCode[error.code as ResponseCode] : undefined
  if (!reason) throw error
  return reason
}
