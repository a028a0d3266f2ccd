import { ChevronDown, ReceiptText } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge, cx, IconButton, IconLink, useData, useT } from '../../../web/ui.ts'
import type { LedgerTransaction } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { FeatureRows } from '../FeatureRows.tsx'
import { useBillingFormat } from '../useBillingFormat.ts'
import { useTransactionNote } from './useTransactionNote.ts'

const tones = { completed: 'success', cancelled: 'neutral', error: 'danger' } as const

/** A transaction; the transaction of a bill unfolds to the features that the bill counts. */
export const TransactionRow = ({ transaction }: { transaction: LedgerTransaction }) => {
  const t = useT()
  const { date } = useBillingFormat()
  const { engine } = useData<BillingData>()
  const note = useTransactionNote()({ ...transaction.attributes, isBill: transaction.attributes.metadata !== null })
  const [open, setOpen] = useState(false)
  const id = useId()
  const { status, type, driver, price, metadata, has_invoice, created_at } = transaction.attributes
  const source = driver === 'system' ? t('billing:page.transactions.system') : t(`billing:gateway.${driver}`)
  const details = [...(engine === 'metered' ? [t(`billing:page.transactions.${type}`)] : []), source]
  const badge = <Badge tone={tones[status]}>{t(`billing:page.transactions.${status}`)}</Badge>
  return (
    <>
      <tr className="border-t border-line first:border-t-0">
        <th scope="row" className="py-2.5 ps-4 pe-3 text-start font-medium sm:ps-6">
          {note}
          <span className="block text-small font-normal text-muted">{details.join(' · ')}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small font-normal text-muted sm:hidden">
            {date(created_at)} {badge}
          </span>
        </th>
        <td className="px-3 phone:hidden">{badge}</td>
        <td className="px-3 whitespace-nowrap text-muted phone:hidden">{date(created_at)}</td>
        <td
          className={cx(
            'px-1 text-end font-medium sm:px-3 whitespace-nowrap tabular-nums',
            status === 'error' && 'text-danger-text',
          )}
        >
          {price}
        </td>
        <td className="py-1 ps-1 pe-3 text-end whitespace-nowrap sm:pe-5">
          {metadata && (
            <IconButton
              size="sm"
              icon={ChevronDown}
              label={t('billing:page.transactions.details', { note })}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
              className={cx('[&_svg]:transition-transform', open && '[&_svg]:rotate-180')}
            />
          )}
          {has_invoice && (
            <IconLink
              size="sm"
              icon={ReceiptText}
              href={`/invoices/${transaction.id}`}
              target="_blank"
              rel="noopener"
              label={t('billing:page.transactions.invoiceOf', { note })}
            />
          )}
        </td>
      </tr>
      {open && metadata && (
        <tr id={id} className="bg-page">
          <td colSpan={5} className="px-4 py-1 sm:px-6">
            <FeatureRows features={metadata} caption={note} />
          </td>
        </tr>
      )}
    </>
  )
}
