import { array, endpoint, integer, object, oneOf, optional, string, uuid } from '../../shared/contract.ts'

export const maxReasonLength = 500
/** Plain text, for other administrators. */
const Reason = string({ maxLength: maxReasonLength })

export const bulkActions = ['suspend', 'reactivate', 'verify'] as const
export type BulkAction = (typeof bulkActions)[number]
export const maxBulkUsers = 200

/** `changed`: accounts that were not in this state before. Administrators cannot suspend their own account. */
export const changeUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/bulk',
  summary: 'Suspend, reactivate or verify accounts',
  access: 'admin',
  scope: 'account',
  body: object({
    action: oneOf(bulkActions),
    ids: array(uuid(), { minItems: 1, maxItems: maxBulkUsers }),
    reason: optional(Reason),
  }),
  response: { 200: object({ data: object({ changed: integer() }) }) },
  errors: ['admin.own-account', 'users.last-admin'],
})
