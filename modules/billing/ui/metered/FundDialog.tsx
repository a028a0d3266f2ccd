import { useState } from 'react'
import { toDecimal, typedDecimal } from '../../../shared/contract.ts'
import { FormError, useForm } from '../../../users/ui.ts'
import { Button, call, Dialog, TextField, useData, useT } from '../../../web/ui.ts'
import { beginCheckout } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { GatewayChoice } from '../GatewayChoice.tsx'
import { useGatewayRedirect } from '../useGatewayRedirect.ts'
import { prepaidAmountCheck } from './amount-check.ts'
import { useDebt } from './useDebt.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Adds to the balance at a gateway, at least the debt. */
export const FundDialog = ({ open, onOpenChange }: Props) => open && <FundForm onClose={() => onOpenChange(false)} />

const FundForm = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const { options, balance } = useData<BillingData>()
  const owed = useDebt()
  /** Major units. */
  const least = owed ? toDecimal(owed) : null
  const [gateway, setGateway] = useState<string>(options[0]?.gateway ?? '')
  const enough = (text: string) =>
    prepaidAmountCheck(balance.currency)(text) ??
    (least && Number(typedDecimal(text, balance.currency)) < Number(least) ? 'billing:page.balance.minimum' : null)
  const { leaving, leave } = useGatewayRedirect()
  const form = useForm({ amount: enough }, async ({ amount = '' }) => {
    const { url } = await call(beginCheckout, {
      params: { gateway },
      body: { amount: typedDecimal(amount, balance.currency) },
    })
    leave(url)
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('billing:page.balance.fundTitle')}
      text={owed ? t('billing:page.balance.owed', { amount: owed.formatted }) : t('billing:page.balance.fundText')}
      form={form.formProps}
      footer={
        <>
          <Button onClick={onClose}>{t('billing:page.balance.cancel')}</Button>
          <Button type="submit" variant="solid" loading={form.busy || leaving}>
            {t('billing:page.balance.pay')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          required
          label={t('billing:page.balance.amount', { currency: balance.currency })}
          defaultValue={least ?? ''}
          error={form.errors.amount}
        />
        <GatewayChoice value={gateway} onValue={setGateway} />
        <FormError error={form.formError} />
      </div>
    </Dialog>
  )
}
