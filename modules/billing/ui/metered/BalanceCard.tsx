import { useState } from 'react'
import { Button, Card, useData, useT } from '../../../web/ui.ts'
import type { BillingData } from '../billing-data.ts'
import { FundDialog } from './FundDialog.tsx'

/** The prepaid balance. */
export const BalanceCard = () => {
  const t = useT()
  const { balance, options } = useData<BillingData>()
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={t('billing:page.balance.title')}
      text={t('billing:page.balance.text')}
      actions={options.length > 0 && <Button onClick={() => setOpen(true)}>{t('billing:page.balance.fund')}</Button>}
    >
      <p className="text-28 font-semibold tabular-nums">{balance.formatted}</p>
      {options.length === 0 && <p className="mt-2 text-small text-muted">{t('billing:page.balance.none')}</p>}
      <FundDialog open={open} onOpenChange={setOpen} />
    </Card>
  )
}
