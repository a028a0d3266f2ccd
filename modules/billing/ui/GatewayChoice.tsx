import { RadioGroup, useData, useT } from '../../web/ui.ts'
import type { BillingData } from './billing-data.ts'

/** The ways to pay that the installation offers, each with the administrator's description. */
export const GatewayChoice = ({ value, onValue }: { value: string; onValue: (gateway: string) => void }) => {
  const t = useT()
  const { options } = useData<BillingData>()
  return (
    <RadioGroup
      boxed
      name="gateway"
      label={t('billing:page.balance.method')}
      value={value}
      onValue={onValue}
      options={options.map(({ gateway, description }) => ({
        value: gateway,
        label: t(`billing:gateway.${gateway}`),
        ...(description ? { text: description } : {}),
      }))}
    />
  )
}
