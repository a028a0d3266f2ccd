import { useState } from 'react'
import { useAction } from '../../../users/ui.ts'
import { Button, call, useData, useFeedback, useT } from '../../../web/ui.ts'
import { cancelSubscription, editSubscription, hasEnded, resumeSubscription } from '../../contract.ts'
import type { BillingData, CurrentSubscription } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { PlanDialog } from './PlanDialog.tsx'
import { offersTo } from './plan-offers.ts'

type Props = CurrentSubscription & {
  /** A payment for another plan may still arrive. */
  isAwaited: boolean
}

/** Cancel, resume, change, and the gateway's page for the means of payment; only what its gateway can do. */
export const SubscriptionButtons = ({ isAwaited, ...current }: Props) => {
  const { resource, actions } = current
  const t = useT()
  const { date } = useBillingFormat()
  const { plans, options } = useData<BillingData>()
  const feedback = useFeedback()
  const run = useAction()
  const [open, setOpen] = useState(false)
  const [last, setLast] = useState<'cancel' | 'resume' | 'manage' | null>(null)
  const busy = run.busy ? last : null
  const { name, is_cancelled, renews_at, past_due, is_unpaid } = resource.attributes
  const canSubscribe = options.length > 0 && plans.length > 0
  const during = (what: typeof last, action: () => Promise<unknown>) => {
    setLast(what)
    return action()
  }
  const cancel = async () => {
    const values = { plan: name, date: renews_at ? date(renews_at) : '' }
    const confirmed = await feedback.confirm({
      title: t('billing:page.subscription.cancelTitle', values),
      body: t(`billing:page.subscription.${is_unpaid ? 'cancelTextUnpaid' : 'cancelText'}`, values),
      confirmLabel: t('billing:page.subscription.cancel'),
      cancelLabel: t('billing:page.subscription.keep'),
      danger: true,
    })
    if (!confirmed) return
    await during('cancel', async () => {
      const cancelled = await run(() => call(cancelSubscription))
      if (!cancelled) return
      // The page may be older than the last payment.
      const { attributes } = cancelled.data
      const ends = { date: attributes.ends_at ? date(attributes.ends_at) : '' }
      const text = t(`billing:page.subscription.${hasEnded(attributes) ? 'ended' : 'cancelDone'}`, ends)
      feedback.toast({ kind: 'success', text })
    })
  }
  const resume = () =>
    during('resume', () => run(() => call(resumeSubscription), t('billing:page.subscription.resumeDone')))
  const manage = () =>
    during('manage', () =>
      run(async () => {
        const { url } = await call(editSubscription, { params: { id: resource.id } })
        if (url) location.assign(url)
      }),
    )
  return (
    <div className="flex w-full flex-wrap justify-end gap-2 phone:*:grow">
      {!is_cancelled && (
        <Button
          variant="quiet"
          loading={busy === 'cancel'}
          onClick={() => void cancel()}
          className="sm:-ms-3.5 sm:me-auto"
        >
          {t('billing:page.subscription.cancel')}
        </Button>
      )}
      {!is_cancelled && actions.manage && (
        <Button variant={past_due ? 'solid' : 'neutral'} loading={busy === 'manage'} onClick={() => void manage()}>
          {t('billing:page.subscription.manage')}
        </Button>
      )}
      {is_cancelled && actions.resume && (
        <Button variant="solid" loading={busy === 'resume'} onClick={() => void resume()}>
          {t('billing:page.subscription.resume')}
        </Button>
      )}
      {/* A change of the plan counts what is paid: what is owed is paid first. A renewal that is charged in an hour is named by the dialog. */}
      {(is_cancelled
        ? !actions.resume && canSubscribe
        : actions.change
          ? offersTo(current, plans).length > 0 && !past_due
          : canSubscribe) && (
        <Button variant={past_due ? 'neutral' : 'solid'} loading={isAwaited} onClick={() => setOpen(true)}>
          {t(`billing:page.subscription.${is_cancelled ? 'again' : 'change'}`)}
        </Button>
      )}
      <PlanDialog open={open} onOpenChange={setOpen} current={current} />
    </div>
  )
}
