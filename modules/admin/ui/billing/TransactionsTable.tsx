import { useState } from 'react'
import type { AdminTransaction } from '../../../billing/contract.ts'
import { useT } from '../../../web/ui.ts'
import { HeadCell, TableBox } from '../Table.tsx'
import { AdminTransactionRow } from './AdminTransactionRow.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { transactionColumnClass, transactionColumns } from './transaction-columns.ts'

interface Props {
  label: string
  transactions: readonly AdminTransaction[]
  /** On the page of one account, its name is left out. */
  withUser?: boolean
  inCard?: boolean
}

/** Bills unfold; payments can be refunded. */
export const TransactionsTable = ({ label, transactions, withUser = true, inCard = false }: Props) => {
  const t = useT()
  const [refunded, setRefunded] = useState<AdminTransaction | null>(null)
  const shown = transactionColumns.filter((column) => withUser || column !== 'user')
  return (
    <>
      <TableBox label={label} inCard={inCard}>
        <thead>
          <tr className="border-b border-line">
            {shown.map((column) => (
              <HeadCell key={column} end={column === 'total'} className={transactionColumnClass(column, inCard)}>
                {t(`admin:transactions.column.${column}`)}
              </HeadCell>
            ))}
            <HeadCell end>{t('admin:transactions.column.actions')}</HeadCell>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {transactions.map((transaction) => (
            <AdminTransactionRow
              key={transaction.id}
              transaction={transaction}
              columns={shown}
              inCard={inCard}
              onRefund={() => setRefunded(transaction)}
            />
          ))}
        </tbody>
      </TableBox>
      {refunded && <RefundDialog transaction={refunded} onClose={() => setRefunded(null)} />}
    </>
  )
}
