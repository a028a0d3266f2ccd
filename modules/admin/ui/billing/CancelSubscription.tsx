import { cancelUserSubscription } from '../../../billing/contract.ts'
import { useAction } from '../../../users/ui.ts'
import { Button, call, useFeedback, useT } from '../../../web/ui.ts'

/** Ends a user's subscription at the end of the paid period, as its owner could. */
export const CancelSubscription = ({ userId, plan }: { userId: string; plan: string }) => {
  const t = useT()
  const feedback = useFeedback()
  const act = useAction()
  const label = t('admin:userBilling.cancel')
  const cancel = async () => {
    const isSure = await feedback.confirm({
      title: t('admin:userBilling.cancelTitle', { plan }),
      body: t('admin:userBilling.cancelText'),
      confirmLabel: label,
      danger: true,
    })
    if (!isSure) return
    await act(() => call(cancelUserSubscription, { params: { id: userId } }), t('admin:userBilling.cancelled'))
  }
  return (
    <Button className="self-start" onClick={() => void cancel()}>
      {label}
    </Button>
  )
}
