import { useState } from 'react'
import { FormError, useForm } from '../../users/ui.ts'
import { Button, Card, call, RadioGroup, TextField, useData, useT } from '../../web/ui.ts'
import { beginCheckout } from '../contract.ts'
import type { BillingData } from './billing-data.ts'

const amountCheck = (value: string) =>
  /^\d{1,9}(\.\d{1,3})?$/.test(value.trim()) && Number(value) > 0 ? null : 'billing:page.balance.invalid'

/** The prepaid balance, and a form that leads to a gateway's page. */
export const BalanceCard = () => {
  const t = useT()
  const { balance, options } = useData<BillingData>()
  const [gateway, setGateway] = useState<string>(options[0]?.gateway ?? '')
  const form = useForm({ amount: amountCheck }, async ({ amount = '' }) => {
    const { url } = await call(beginCheckout, { params: { gateway }, body: { amount: amount.trim() } })
    location.assign(url)
  })
  return (
    <Card title={t('billing:page.balance.title')} text={t('billing:page.balance.text')}>
      <p className="text-28 font-semibold tabular-nums">{balance.formatted}</p>
      {options.length === 0 ? (
        <p className="mt-4 text-small text-muted">{t('billing:page.balance.none')}</p>
      ) : (
        <form {...form.formProps} className="mt-5 flex flex-col gap-4">
          <TextField
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            required
            label={t('billing:page.balance.amount', { currency: balance.currency })}
            error={form.errors.amount}
            className="max-w-56"
          />
          <RadioGroup
            name="gateway"
            label={t('billing:page.balance.method')}
            value={gateway}
            onValue={setGateway}
            options={options.map(({ gateway, description }) => ({
              value: gateway,
              label: t(`billing:gateway.${gateway}`),
              ...(description ? { text: description } : {}),
            }))}
          />
          <FormError error={form.formError} />
          <Button type="submit" variant="solid" loading={form.busy} className="self-start">
            {t('billing:page.balance.pay')}
          </Button>
        </form>
      )}
    </Card>
  )
}
