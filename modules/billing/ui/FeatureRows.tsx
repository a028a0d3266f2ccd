import { useT } from '../../web/ui.ts'
import { useBillingFormat } from './useBillingFormat.ts'

interface FeatureCost {
  feature: 'storage' | 'bandwidth' | 'member' | 'flatFee'
  /** Bytes or pieces. */
  usage: number
  cost: string
}

const order: readonly FeatureCost['feature'][] = ['storage', 'bandwidth', 'member', 'flatFee']

/** Table of the usage of each feature, with an explanation, and its cost. */
export const FeatureRows = ({ features, caption }: { features: readonly FeatureCost[]; caption: string }) => {
  const t = useT()
  const { bytes } = useBillingFormat()
  const usageOf = ({ feature, usage }: FeatureCost) => {
    if (feature === 'flatFee') return ''
    return feature === 'member' ? t('billing:page.estimate.members', { count: usage }) : bytes(usage)
  }
  return (
    <table className="w-full text-14 tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('billing:page.estimate.feature')}</th>
          <th scope="col">{t('billing:page.estimate.usage')}</th>
          <th scope="col">{t('billing:page.estimate.cost')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {order
          .flatMap((name) => features.filter(({ feature }) => feature === name))
          .map((row) => (
            <tr key={row.feature} className="align-top">
              <th scope="row" className="py-2.5 pe-4 text-start font-medium">
                {t(`billing:page.estimate.${row.feature}`)}
                <span className="block text-small font-normal text-pretty text-muted">
                  {t(`billing:page.estimate.${row.feature}Text`)}
                </span>
              </th>
              <td className="py-2.5 pe-4 text-end whitespace-nowrap text-muted">{usageOf(row)}</td>
              <td className="w-16 py-2.5 sm:w-24 text-end whitespace-nowrap">{row.cost}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
