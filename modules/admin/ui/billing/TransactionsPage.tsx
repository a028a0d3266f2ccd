import { ReceiptText } from 'lucide-react'
import type { AdminTransaction } from '../../../billing/contract.ts'
import type { AdminList } from '../../../billing/index.ts'
import { EmptyState, useData, useT } from '../../../web/ui.ts'
import { listLinks } from '../../client/list-page.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { Pager } from '../Pager.tsx'
import { TransactionsTable } from './TransactionsTable.tsx'

/** `/admin/invoices`: money that was moved, or could not be moved, the newest first. */
export const TransactionsPage = () => {
  const t = useT()
  const list = useData<AdminList<AdminTransaction>>()
  const title = t('admin:transactions.title')
  return (
    <>
      <AdminHeading title={title} text={t('admin:transactions.text')} />
      <section aria-label={title} className="rounded-lg border border-line bg-surface">
        {list.rows.length > 0 ? (
          <TransactionsTable label={title} transactions={list.rows} />
        ) : (
          <EmptyState icon={ReceiptText} title={t('admin:transactions.none')} text={t('admin:transactions.noneText')} />
        )}
        <Pager {...listLinks('/admin/invoices', list)} shown={list.rows.length} total={list.total} />
      </section>
    </>
  )
}
