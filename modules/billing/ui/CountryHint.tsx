import { Callout, LinkButton, useData, useT } from '../../web/ui.ts'
import type { BillingData } from './billing-data.ts'

/** Asks for the country that the tax on invoices depends on; nothing once the profile has one. */
export const CountryHint = () => {
  const t = useT()
  const { lacksCountry } = useData<BillingData>()
  if (!lacksCountry) return null
  return (
    <Callout
      actions={
        <LinkButton size="sm" href="/user/profile#address">
          {t('billing:page.country.add')}
        </LinkButton>
      }
    >
      {t('billing:page.country.text')}
    </Callout>
  )
}
