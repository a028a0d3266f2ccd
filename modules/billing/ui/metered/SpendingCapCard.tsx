import { call } from '../../../web/ui.ts'
import { deleteSpendingCap, setSpendingCap } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { AmountSetting } from './AmountSetting.tsx'

/** The most that a period may cost. */
export const SpendingCapCard = ({ usage }: { usage: NonNullable<BillingData['usage']> }) => (
  <AmountSetting
    kind="cap"
    value={usage.spending_cap}
    currency={usage.currency}
    save={(amount) => call(setSpendingCap, { body: { amount } })}
    remove={() => call(deleteSpendingCap)}
  />
)
