import { ChevronDown, ChevronRight, ReceiptText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AdminTransaction } from '../../../billing/contract.ts'
import { useTransactionNote } from '../../../billing/ui.ts'
import { Badge, Button, cx, IconButton, IconLink, type Tone, useT } from '../../../web/ui.ts'
import { TableCell } from '../Table.tsx'
import { AccountName } from './AccountName.tsx'
import { BilledLines } from './BilledLines.tsx'
import { type TransactionColumn, transactionColumnClass } from './transaction-columns.ts'
import { useDayFormat } from './useDayFormat.ts'

const tones: Record<AdminTransaction['status'], Tone> = { completed: 'success', cancelled: 'neutral', error: 'danger' }

interface Props {
  transaction: AdminTransaction
  columns: readonly TransactionColumn[]
  inCard: boolean
  onRefund: () => void
}

/** A transaction. The row of a bill unfolds to the lines of the bill. */
export const AdminTransactionRow = ({ transaction, columns, inCard, onRefund }: Props) => {
  const t = useT()
  const date = useDayFormat()
  const [open, setOpen] = useState(false)
  const { id, user, status, type, total, created_at, driver, lines, refundable, has_invoice } = transaction
  const note = useTransactionNote()({ ...transaction, isBill: lines.length > 0 })
  const what = `${note}, ${total}`
  const badge = <Badge tone={tones[status]}>{t(`admin:transactions.status.${status}`)}</Badge>
  const cells: Record<TransactionColumn, ReactNode> = {
    note: (
      <>
        {columns.includes('user') && (
          <span className="block sm:hidden">
            <AccountName user={user} />
          </span>
        )}
        {note}
        <span className={cx('block text-12 text-muted', !inCard && 'xl:hidden')}>
          {t(`admin:transactions.type.${type}`)}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted sm:hidden">
          {date(created_at)} {badge}
        </span>
      </>
    ),
    user: <AccountName user={user} />,
    status: badge,
    type: t(`admin:transactions.type.${type}`),
    total,
    paid: (
      <>
        <time dateTime={created_at}>{date(created_at)}</time>
        <span className={cx('block text-12 text-muted', !inCard && 'xl:hidden')}>
          {t(`admin:billing.driver.${driver}`)}
        </span>
        {!inCard && <span className="mt-1 block xl:hidden">{badge}</span>}
      </>
    ),
    service: t(`admin:billing.driver.${driver}`),
  }
  return (
    <>
      <tr data-transaction={id}>
        {columns.map((column) => (
          <TableCell key={column} end={column === 'total'} className={transactionColumnClass(column, inCard)}>
            {cells[column]}
          </TableCell>
        ))}
        <TableCell end>
          <span className="flex flex-wrap items-center justify-end gap-1">
            {refundable && (
              <Button aria-label={t('admin:refund.label', { what })} onClick={onRefund}>
                {t('admin:refund.open')}
              </Button>
            )}
            {has_invoice && (
              <IconLink
                icon={ReceiptText}
                href={`/invoices/${id}`}
                target="_blank"
                rel="noopener"
                label={t('billing:page.transactions.invoiceOf', { note: what })}
              />
            )}
            {lines.length > 0 && (
              <IconButton
                icon={open ? ChevronDown : ChevronRight}
                label={t(open ? 'admin:transactions.fold' : 'admin:transactions.unfold', { what })}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
                className={open ? undefined : 'rtl:rotate-180'}
              />
            )}
          </span>
        </TableCell>
      </tr>
      {open && (
        <tr>
          <td colSpan={columns.length + 1} className="bg-page px-3 py-2">
            <BilledLines lines={lines} />
          </td>
        </tr>
      )}
    </>
  )
}
