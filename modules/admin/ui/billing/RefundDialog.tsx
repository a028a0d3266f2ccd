import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type AdminTransaction, maxRefundReasonLength, refundTransaction } from '../../../billing/contract.ts'
import { typedDecimal } from '../../../shared/contract.ts'
import { apiErrorText, useConfirmed } from '../../../users/ui.ts'
import {
  Button,
  CallError,
  Checkbox,
  call,
  Dialog,
  reloadPage,
  TextArea,
  TextField,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { amountCheck } from './plan-checks.ts'
import { randomIdempotencyKey } from './random-idempotency-key.ts'

/** Asks for the amount of a refund and its reason. */
export const RefundDialog = ({ transaction, onClose }: { transaction: AdminTransaction; onClose: () => void }) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const { id, refundable, total, currency, driver, user, pays_plan } = transaction
  const [amount, setAmount] = useState(refundable ?? '')
  const [reason, setReason] = useState('')
  const [endPlan, setEndPlan] = useState(true)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  /** Idempotency key: a refund whose response was lost is made once, however often it is sent. */
  const key = useRef<string>(undefined)
  /** A plan that stays partly paid continues. */
  const canEndPlan = pays_plan && Number(typedDecimal(amount, currency)) === Number(refundable)
  const submit = async () => {
    const wrong = amountCheck(currency)(amount)
    setError(wrong ? t(wrong) : '')
    if (wrong) return
    setBusy(true)
    try {
      key.current ??= randomIdempotencyKey()
      const end_plan = canEndPlan && endPlan
      const body = { amount: typedDecimal(amount, currency), reason: reason.trim(), key: key.current, end_plan }
      const done = await confirmed(() => call(refundTransaction, { params: { id }, body }))
      if (!done) return
      feedback.toast({ kind: 'success', text: done.message })
      onClose()
      await reloadPage()
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed
      // The next attempt needs a new key: gateways repeat their rejection of the old one.
      if (failed.status >= 400 && failed.status < 500) key.current = undefined
      setError(apiErrorText(failed, t, locale))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      icon={Undo2}
      title={t('admin:refund.title')}
      text={t('admin:refund.text', {
        total,
        name: user.name ?? t('admin:billing.deletedUser'),
        service: t(`admin:billing.driver.${driver}`),
      })}
      onSubmit={() => void submit()}
      dirty={reason !== ''}
      footer={
        <>
          <Button onClick={onClose}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="danger" loading={busy} disabled={amount.trim() === '' || reason.trim() === ''}>
            {t('admin:refund.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('admin:refund.amount', { currency })}
          help={t('admin:refund.amountHelp', { amount: refundable ?? '' })}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={error || undefined}
          onValue={setAmount}
        />
        <TextArea
          label={t('admin:refund.reason')}
          help={t('admin:refund.reasonHelp')}
          maxLength={maxRefundReasonLength}
          rows={3}
          value={reason}
          onValue={setReason}
        />
        {canEndPlan && (
          <Checkbox
            label={t('admin:refund.endPlan')}
            help={t(`admin:refund.${driver === 'stripe' ? 'endPlanHelpStripe' : 'endPlanHelp'}`)}
            checked={endPlan}
            onValue={setEndPlan}
          />
        )}
      </div>
    </Dialog>
  )
}
