import { useState } from 'react'
import { Button, Card, useData, useT } from '../../../web/ui.ts'
import type { BillingData } from '../billing-data.ts'
import { FundDialog } from './FundDialog.tsx'

/** The prepaid balance. */
export const BalanceCard = () => {
  const t = useT()
  const { balance, options, engine } = useData<BillingData>()
  // Money from an earlier engine stays visible.
  const isUsed = engine === 'metered'
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={t('billing:page.balance.title')}
      text={isUsed ? t('billing:page.balance.text') : undefined}
      actions={
        isUsed && options.length > 0 && <Button onClick={() => setOpen(true)}>{t('billing:page.balance.fund')}</Button>
      }
    >
      <p className="text-28 font-semibold tabular-nums">{balance.formatted}</p>
      {isUsed && options.length === 0 && <p className="mt-2 text-small text-muted">{t('billing:page.balance.none')}</p>}
      <FundDialog open={open} onOpenChange={setOpen} />
    </Card>
  )
}
