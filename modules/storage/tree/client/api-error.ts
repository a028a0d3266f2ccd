import type { CallError } from '../../../web/ui.ts'

/** Status and code of an API error; -1 and `internal` for anything else thrown. */
export const apiErrorOf = (error: unknown): { status: number; code: CallError['code']; message: string } => {
  const { status, code, message } = (error ?? {}) as Partial<CallError>
  return typeof status === 'number' && typeof code === 'string'
    ? { status, code, message: message ?? '' }
    : { status: -1, code: 'internal', message: '' }
}
