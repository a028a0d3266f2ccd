import { useCallback, useEffect, useState } from 'react'
import { FormError } from '../../../users/ui.ts'
import { Button, CallError, call, reloadPage, Skeleton, useFeedback, useT, VisuallyHidden } from '../../../web/ui.ts'
import { gatewayTraits, type Plan, previewPlanChange, swapPlan } from '../../contract.ts'
import type { CurrentSubscription } from '../billing-data.ts'
import { DialogForm } from '../DialogForm.tsx'
import { useSubmit } from '../useSubmit.ts'
import { type ProrationData, ProrationLines } from './ProrationLines.tsx'
import { isSameVersion } from './plan-offers.ts'

interface Props {
  onBack: () => void
  onDone: () => void
  plan: Plan
  current: CurrentSubscription
}

/** Cost of the change to a plan, before it is confirmed. */
export const ChangeStep = ({ onBack, onDone, plan, current }: Props) => {
  const t = useT()
  const feedback = useFeedback()
  const { driver } = current.resource.attributes
  const { preview, failed, load } = usePreview(plan.id)
  const { busy, error, run } = useSubmit()
  const { name } = plan.attributes
  const atGateway = driver !== 'system' && gatewayTraits[driver].changesWithPayment
  const gateway = t(`billing:gateway.${driver}`)
  const confirm = async () => {
    const changed = await run(() => call(swapPlan, { params: { planId: plan.id } }))
    if (!changed) return
    if ('url' in changed) {
      location.assign(changed.url)
      return
    }
    onDone()
    feedback.toast({ kind: 'success', text: t('billing:page.subscription.changeDone', { plan: name }) })
    await reloadPage()
  }
  return (
    <DialogForm
      onSubmit={() => void confirm()}
      buttons={
        <>
          <Button onClick={onBack}>{t('billing:page.methods.back')}</Button>
          {failed ? (
            <Button onClick={() => void load()}>{t('billing:page.change.retry')}</Button>
          ) : (
            <Button type="submit" variant="solid" loading={busy} disabled={!preview}>
              {atGateway ? t('billing:page.change.continue', { gateway }) : t('billing:page.change.confirm')}
            </Button>
          )}
        </>
      }
    >
      {preview && (
        <ProrationLines
          preview={preview}
          plan={plan}
          atGateway={atGateway}
          gateway={gateway}
          from={current.resource.attributes.name}
          isPresent={isSameVersion(plan, current.resource.relationships.plan.data)}
        />
      )}
      {!preview && !failed && (
        <div role="status">
          <VisuallyHidden>{t('billing:page.change.loading')}</VisuallyHidden>
          <Skeleton shape="text" count={4} />
        </div>
      )}
      <FormError error={failed ?? error} />
    </DialogForm>
  )
}

const usePreview = (planId: string) => {
  const [preview, setPreview] = useState<ProrationData | null>(null)
  const [failed, setFailed] = useState<CallError | null>(null)
  const load = useCallback(async () => {
    setFailed(null)
    try {
      setPreview((await call(previewPlanChange, { params: { planId } })).data)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailed(error)
    }
  }, [planId])
  useEffect(() => void load(), [load])
  return { preview, failed, load }
}
