import type { Translate } from '../../../web/ui.ts'
import type { UserColumn } from '../../client/users-query.ts'

/** Metered accounts all have one plan: what differs is their estimate. */
export const columnTitle = (t: Translate, id: UserColumn, engine: string | null): string =>
  id === 'plan' && engine === 'metered' ? t('admin:userBilling.usage') : t(`admin:users.column.${id}`)
