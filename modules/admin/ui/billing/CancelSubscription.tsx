import { cancelUserSubscription, hasEnded, type Subscription } from '../../../billing/contract.ts'
import { useAction } from '../../../users/ui.ts'
import { Button, call, useFeedback, useT } from '../../../web/ui.ts'

/** Ends a user's subscription as its owner could: with the paid period, or now where the period that runs is not paid. */
export const CancelSubscription = ({ userId, subscription }: { userId: string; subscription: Subscription }) => {
  const t = useT()
  const feedback = useFeedback()
  const act = useAction()
  const { name: plan, is_unpaid } = subscription.attributes
  const label = t('admin:userBilling.cancel')
  const cancel = async () => {
    const isSure = await feedback.confirm({
      title: t('admin:userBilling.cancelTitle', { plan }),
      body: t(`admin:userBilling.${is_unpaid ? 'cancelTextUnpaid' : 'cancelText'}`),
      confirmLabel: label,
      danger: true,
    })
    if (!isSure) return
    const done = await act(() => call(cancelUserSubscription, { params: { id: userId } }))
    if (!done) return
    const text = t(`admin:userBilling.${hasEnded(done.data.attributes) ? 'ended' : 'cancelled'}`)
    feedback.toast({ kind: 'success', text })
  }
  return (
    <Button className="self-start" onClick={() => void cancel()}>
      {label}
    </Button>
  )
}
