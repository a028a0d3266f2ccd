import type { AdminTransaction } from '../../../billing/contract.ts'
import { Card, LinkButton, useT } from '../../../web/ui.ts'
import { TransactionsTable } from '../billing/TransactionsTable.tsx'

/** The newest transactions. */
export const NewestTransactionsCard = ({ transactions }: { transactions: readonly AdminTransaction[] }) => {
  const t = useT()
  const title = t('admin:dashboard.transactions')
  return (
    <Card
      title={title}
      actions={<LinkButton href="/admin/invoices">{t('admin:dashboard.allTransactions')}</LinkButton>}
      flush
    >
      {transactions.length > 0 ? (
        <TransactionsTable label={title} transactions={transactions} inCard />
      ) : (
        <p className="px-4 py-5 text-small text-muted sm:px-6">{t('admin:transactions.none')}</p>
      )}
    </Card>
  )
}
