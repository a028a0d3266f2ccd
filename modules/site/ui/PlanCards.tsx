import { Check } from 'lucide-react'
import { formatBytes, Icon, LinkButton, usePageContext, useT } from '../../web/ui.ts'
import type { PlanOffer } from '../contract.ts'

/** Prices and content of each plan, with a link to sign up. Both prices are shown at once: reading them needs no script. */
export const PlanCards = ({ plans }: { plans: readonly PlanOffer[] }) => (
  <ul className="mt-10 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
    {plans.map((plan) => (
      <li key={JSON.stringify(plan)} className="flex flex-col rounded-lg border border-line bg-surface p-6">
        <PlanCard plan={plan} />
      </li>
    ))}
  </ul>
)

const PlanCard = ({ plan }: { plan: PlanOffer }) => {
  const t = useT()
  const { locale, settings, user } = usePageContext()
  const { name, description, storageBytes, members, monthly, yearly } = plan
  const priceTexts = [
    ...(monthly === null ? [] : [t('billing:page.subscription.perMonth', { price: monthly })]),
    ...(yearly === null ? [] : [t('billing:page.subscription.perYear', { price: yearly })]),
  ]
  const included = [
    storageBytes === null
      ? t('billing:page.plans.storageUnlimited')
      : t('billing:page.plans.storage', { amount: formatBytes(storageBytes, locale) }),
    members === null ? t('billing:page.plans.membersUnlimited') : t('billing:page.plans.members', { count: members }),
  ]
  const href = user ? '/user/settings/billing' : settings.userRegistration ? '/sign-up' : '/sign-in'
  return (
    <>
      <h3 className="bidi-plaintext text-16 font-semibold wrap-anywhere">{name}</h3>
      {priceTexts.map((text, index) => (
        <p key={text} className={index === 0 ? 'mt-2 text-20 font-bold' : 'mt-1 text-muted'}>
          {text}
        </p>
      ))}
      {description && <p className="bidi-plaintext mt-3 text-pretty text-muted">{description}</p>}
      <ul className="mt-4 mb-6 grid gap-2">
        {included.map((text) => (
          <li key={text} className="flex items-center gap-2">
            <Icon of={Check} size={16} className="text-success-mark" />
            {text}
          </li>
        ))}
      </ul>
      <LinkButton href={href} className="mt-auto">
        {t('site:page.home.pricing.choose', { plan: name })}
      </LinkButton>
    </>
  )
}
