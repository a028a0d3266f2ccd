import type { Plan } from '../../../billing/contract.ts'
import { formatLocale } from '../../../shared/contract.ts'
import { Card, usePageContext, useT } from '../../../web/ui.ts'

/** Digits of prices per unit: the same in every currency and browser, also where the currency itself has no decimals. */
const digits = { minimumFractionDigits: 2, maximumFractionDigits: 10 }

/** Metered features of a plan with their prices; a feature may have several tiers. */
export const MeteredPricesCard = ({ plan: { attributes } }: { plan: Plan }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { currency, meters } = attributes
  const format = new Intl.NumberFormat(formatLocale(locale), { style: 'currency', currency, ...digits })
  const money = (value: string) => format.format(value as Intl.StringNumericLiteral)
  return (
    <Card title={t('admin:plan.charged')} text={t('admin:plan.priceNote')} flush>
      <dl className="divide-y divide-line text-14">
        {meters.flatMap(({ key, tiers }) =>
          tiers.map(({ first_unit, last_unit, per_unit, flat_fee }) => (
            <div
              key={`${key} ${first_unit}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 sm:px-6"
            >
              <dt>
                {t(`admin:plan.unit.${key}`)}
                {tiers.length > 1 && (
                  <span className="block text-12 text-muted">
                    {t(last_unit === null ? 'admin:plan.tierFrom' : 'admin:plan.tierRange', {
                      from: first_unit,
                      to: last_unit ?? '',
                    })}
                  </span>
                )}
              </dt>
              <dd className="font-medium tabular-nums">
                {money(per_unit)}
                {flat_fee !== null && ` + ${money(flat_fee)}`}
              </dd>
            </div>
          )),
        )}
      </dl>
    </Card>
  )
}
