import { useRef } from 'react'
import { creditUser, type UserBilling } from '../../../billing/contract.ts'
import { typedDecimal } from '../../../shared/contract.ts'
import { FormError, useForm } from '../../../users/ui.ts'
import { Button, Card, call, reloadPage, TextField, useFeedback, useT } from '../../../web/ui.ts'
import { amountCheck } from './plan-checks.ts'
import { randomIdempotencyKey } from './random-idempotency-key.ts'

/** The prepaid balance of an account, which administrators can increase. */
export const UserBalanceCard = ({ userId, balance }: { userId: string } & Pick<UserBilling, 'balance'>) => {
  const t = useT()
  const feedback = useFeedback()
  const input = useRef<HTMLInputElement>(null)
  /** Idempotency key of the credit in the form: a repeated request adds it once. */
  const key = useRef<string>(undefined)
  const form = useForm({ amount: amountCheck(balance.currency) }, async ({ amount = '' }) => {
    key.current ??= randomIdempotencyKey()
    const done = await call(creditUser, {
      params: { id: userId },
      body: { amount: typedDecimal(amount, balance.currency), key: key.current },
    })
    key.current = undefined
    feedback.toast({ kind: 'success', text: done.message })
    if (input.current) input.current.value = ''
    await reloadPage()
  })
  return (
    <Card title={t('admin:userBilling.balance')} text={t('admin:userBilling.balanceText')}>
      <p className="text-28 font-semibold tabular-nums">{balance.formatted}</p>
      <form {...form.formProps} className="mt-4 flex flex-wrap items-start gap-3">
        <TextField
          ref={input}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          required
          label={t('admin:userBilling.amount', { currency: balance.currency })}
          error={form.errors.amount}
          className="min-w-48 grow sm:max-w-xs"
        />
        <Button type="submit" loading={form.busy} disabled={!form.ready} className="sm:mt-6">
          {t('admin:userBilling.increase')}
        </Button>
      </form>
      <FormError error={form.formError} />
    </Card>
  )
}
