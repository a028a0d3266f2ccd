import { call } from '../../../web/ui.ts'
import { deleteBillingAlert, setBillingAlert, updateBillingAlert } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { AmountSetting } from './AmountSetting.tsx'

/** The amount from which on the user is mailed. */
export const AlertCard = ({ usage: { alert, currency } }: { usage: NonNullable<BillingData['usage']> }) => (
  <AmountSetting
    kind="alert"
    value={alert}
    currency={currency}
    save={(amount) => call(alert ? updateBillingAlert : setBillingAlert, { body: { amount } })}
    remove={() => call(deleteBillingAlert)}
  />
)
