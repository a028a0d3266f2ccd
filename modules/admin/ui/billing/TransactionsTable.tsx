import { ChevronDown, ChevronRight, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { AdminTransaction } from '../../../billing/contract.ts'
import { useTransactionNote } from '../../../billing/ui.ts'
import { Badge, Button, cx, IconButton, IconLink, type Tone, useT } from '../../../web/ui.ts'
import { Cell, HeadCell, TableBox } from '../Table.tsx'
import { AccountName } from './AccountName.tsx'
import { BilledLines } from './BilledLines.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { useDates } from './useDates.ts'

const tones: Record<AdminTransaction['status'], Tone> = { completed: 'success', cancelled: 'neutral', error: 'danger' }
/** On narrower screens, and in a card, type and service stand below the note and the date; on phones all but the total does. */
const classOf = (column: string, inCard: boolean) => {
  if (column === 'type' || column === 'service') return inCard ? 'hidden' : 'max-xl:hidden'
  if (column === 'user' || column === 'status' || column === 'paid') return 'whitespace-nowrap phone:hidden'
  return column === 'note' ? 'min-w-28' : 'whitespace-nowrap'
}
const columns = ['note', 'user', 'status', 'type', 'total', 'paid', 'service'] as const

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
  const shown = columns.filter((column) => withUser || column !== 'user')
  return (
    <>
      <TableBox label={label} inCard={inCard}>
        <thead>
          <tr className="border-b border-line">
            {shown.map((column) => (
              <HeadCell key={column} end={column === 'total'} className={classOf(column, inCard)}>
                {t(`admin:transactions.column.${column}`)}
              </HeadCell>
            ))}
            <HeadCell end>{t('admin:transactions.column.actions')}</HeadCell>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {transactions.map((transaction) => (
            <Row
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

interface RowProps {
  transaction: AdminTransaction
  columns: readonly (typeof columns)[number][]
  inCard: boolean
  onRefund: () => void
}

const Row = ({ transaction, columns, inCard, onRefund }: RowProps) => {
  const t = useT()
  const date = useDates()
  const [open, setOpen] = useState(false)
  const { id, user, status, type, total, created_at, driver, lines, refundable, has_invoice } = transaction
  const note = useTransactionNote()({ ...transaction, isBill: lines.length > 0 })
  const what = `${note}, ${total}`
  const badge = <Badge tone={tones[status]}>{t(`admin:transactions.status.${status}`)}</Badge>
  const cells: Record<(typeof columns)[number], React.ReactNode> = {
    note: (
      <>
        {columns.includes('user') && (
          <span className="sm:hidden">
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
      </>
    ),
    service: t(`admin:billing.driver.${driver}`),
  }
  return (
    <>
      <tr data-transaction={id}>
        {columns.map((column) => (
          <Cell key={column} end={column === 'total'} className={classOf(column, inCard)}>
            {cells[column]}
          </Cell>
        ))}
        <Cell end>
          <span className="flex items-center justify-end gap-1">
            {refundable && (
              <Button aria-label={t('admin:refund.label', { what })} onClick={onRefund}>
                {t('admin:refund.open')}
              </Button>
            )}
            {has_invoice && (
              <IconLink
                icon={ExternalLink}
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
        </Cell>
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
