import { useState } from 'react'
import { useAction } from '../../../users/ui.ts'
import { Button, Card, call, useData, useT } from '../../../web/ui.ts'
import { type FailedPayment, retryFailedPayments } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { FundDialog } from './FundDialog.tsx'

/** Bills that could not be collected, and the two ways to pay them. */
export const FailedPaymentsCard = () => {
  const t = useT()
  const { money } = useBillingFormat()
  const { failedPayments, cards, balance, options } = useData<BillingData>()
  const run = useAction()
  const [funding, setFunding] = useState(false)
  const [first] = failedPayments
  if (!first) return null
  const debt = failedPayments.reduce((sum, { attributes }) => sum + attributes.total, 0)
  const { currency } = first.attributes
  const canRetry = cards.length > 0 || (balance.currency === currency && balance.balance >= debt)
  const retry = () => run(() => call(retryFailedPayments), t('billing:message.payments-collected'))
  return (
    <Card
      title={t('billing:page.failed.title')}
      text={t('billing:page.failed.text')}
      className="border-danger-mark!"
      footer={
        (canRetry || options.length > 0) && (
          <>
            {options.length > 0 && (
              <Button variant={canRetry ? 'neutral' : 'solid'} onClick={() => setFunding(true)}>
                {t('billing:page.failed.fund')}
              </Button>
            )}
            {canRetry && (
              <Button variant="solid" loading={run.busy} onClick={() => void retry()}>
                {t('billing:page.failed.retry')}
              </Button>
            )}
          </>
        )
      }
    >
      <p className="text-small text-muted">{t('billing:page.failed.debt')}</p>
      <p className="text-28 font-semibold text-danger-text tabular-nums">{money({ amount: -debt, currency })}</p>
      <ul className="mt-3 flex flex-col divide-y divide-line border-t border-line">
        {failedPayments.map((payment) => (
          <FailedRow key={payment.id} payment={payment} />
        ))}
      </ul>
      <FundDialog open={funding} onOpenChange={setFunding} />
    </Card>
  )
}

const FailedRow = ({ payment: { attributes } }: { payment: FailedPayment }) => {
  const t = useT()
  const { date } = useBillingFormat()
  const { period_from, period_to, source, attempts, next_attempt_at, amount } = attributes
  const details = [
    t(source === 'balance' ? 'billing:page.failed.balance' : 'billing:page.failed.card'),
    t('billing:page.failed.attempts', { count: attempts }),
    next_attempt_at ? t('billing:page.failed.next', { date: date(next_attempt_at) }) : t('billing:page.failed.noNext'),
  ]
  return (
    <li className="flex items-start justify-between gap-4 pt-3 not-last:pb-3">
      <div className="min-w-0">
        <p className="font-medium">
          {t('billing:page.failed.period', { from: date(period_from), to: date(period_to) })}
        </p>
        <p className="text-small text-muted">{details.join(' · ')}</p>
      </div>
      <p className="shrink-0 font-medium tabular-nums">{amount}</p>
    </li>
  )
}
