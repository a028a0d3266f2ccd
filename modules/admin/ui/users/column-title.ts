import type { Translate } from '../../../web/ui.ts'
import type { UserColumn } from '../../client/users-query.ts'

/** All metered accounts have the same plan, so its column shows their estimates. */
export const columnTitle = (t: Translate, id: UserColumn, engine: string | null): string =>
  id === 'plan' && engine === 'metered' ? t('admin:userBilling.usage') : t(`admin:users.column.${id}`)
