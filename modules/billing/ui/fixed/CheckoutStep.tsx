import { useState } from 'react'
import { FormError } from '../../../users/ui.ts'
import { Button, Callout, call, useData, useT } from '../../../web/ui.ts'
import { beginCheckout, type Plan } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { CountryHint } from '../CountryHint.tsx'
import { DialogForm } from '../DialogForm.tsx'
import { GatewayChoice } from '../GatewayChoice.tsx'
import { useGatewayRedirect } from '../useGatewayRedirect.ts'
import { useSubmit } from '../useSubmit.ts'

interface Props {
  onBack: () => void
  plan: Plan
  /** The new subscription takes the place of the present one. */
  endsPresent: boolean
}

/** The gateway at which the user subscribes; leads to its page. */
export const CheckoutStep = ({ onBack, plan, endsPresent }: Props) => {
  const t = useT()
  const { options } = useData<BillingData>()
  const [gateway, setGateway] = useState<string>(options[0]?.gateway ?? '')
  const { busy, error, run } = useSubmit()
  const { leaving, leave } = useGatewayRedirect()
  const pay = async () => {
    const checkout = await run(() => call(beginCheckout, { params: { gateway }, body: { planCode: plan.id } }))
    if (checkout) leave(checkout.url)
  }
  const back = <Button onClick={onBack}>{t('billing:page.methods.back')}</Button>
  if (!gateway)
    return (
      <DialogForm onSubmit={onBack} buttons={back}>
        <Callout>{t('billing:page.methods.none')}</Callout>
      </DialogForm>
    )
  const name = t(`billing:gateway.${gateway}`)
  return (
    <DialogForm
      onSubmit={() => void pay()}
      buttons={
        <>
          {back}
          <Button type="submit" variant="solid" loading={busy || leaving}>
            {t('billing:page.methods.next', { gateway: name })}
          </Button>
        </>
      }
    >
      <GatewayChoice value={gateway} onValue={setGateway} />
      {endsPresent && <Callout tone="warning">{t('billing:page.methods.restart', { gateway: name })}</Callout>}
      <CountryHint />
      <FormError error={error} />
    </DialogForm>
  )
}
