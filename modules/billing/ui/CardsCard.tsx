import { useAction } from '../../users/ui.ts'
import {
  Badge,
  Button,
  Card,
  call,
  LinkButton,
  useData,
  useFeedback,
  usePageContext,
  useSentenceSpace,
  useT,
} from '../../web/ui.ts'
import { type CreditCard, cardFormPage, deleteCreditCard, makeDefaultCreditCard } from '../contract.ts'
import type { BillingData } from './billing-data.ts'
import { cardMonth } from './card-month.ts'

/** Stored cards. A new one is entered in the gateway's form, which has a page of its own. */
export const CardsCard = () => {
  const t = useT()
  const space = useSentenceSpace()
  const { cards, options, balance, engine } = useData<BillingData>()
  const canStore = options.some(({ stores_cards }) => stores_cards)
  if (!canStore && cards.length === 0) return null
  // A new document: the policy of this one does not allow Stripe's form.
  const add = { href: cardFormPage, rel: 'external', children: t('billing:page.cards.add') }
  return (
    <Card
      title={t('billing:page.cards.title')}
      text={t('billing:page.cards.text')}
      actions={canStore && <LinkButton {...add} className="phone:hidden" />}
    >
      {cards.length === 0 ? (
        <p className="text-small text-muted">{t('billing:page.cards.none')}</p>
      ) : (
        <>
          <ul className="-mt-3 flex flex-col divide-y divide-line">
            {cards.map((card) => (
              <StoredCard key={card.id} card={card} />
            ))}
          </ul>
          <p className="mt-2 text-small text-muted">
            {engine === 'metered' && balance.balance > 0 && t('billing:page.cards.balanceFirst') + space}
            {t('billing:page.cards.settles')}
          </p>
        </>
      )}
      {canStore && <LinkButton {...add} wide className="mt-4 sm:hidden" />}
    </Card>
  )
}

const brandName = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1)

const StoredCard = ({ card: { id, attributes } }: { card: CreditCard }) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const run = useAction()
  const { brand, last4, is_default, isExpired, isBeforeExpiration, expiration } = attributes
  const name = t('billing:page.cards.card', { brand: brandName(brand), last4 })
  const makeDefault = () =>
    run(() => call(makeDefaultCreditCard, { params: { id } }), t('billing:page.cards.isDefault', { card: name }))
  const remove = async () => {
    const confirmed = await feedback.confirm({
      title: t('billing:page.cards.confirm'),
      body: t('billing:page.cards.confirmText'),
      confirmLabel: t('billing:page.cards.remove'),
    })
    if (confirmed)
      await run(() => call(deleteCreditCard, { params: { id } }), t('billing:page.cards.removed', { card: name }))
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {is_default && <Badge>{t('billing:page.cards.default')}</Badge>}
          {isExpired && <Badge tone="danger">{t('billing:page.cards.expired')}</Badge>}
          {isBeforeExpiration && <Badge tone="warning">{t('billing:page.cards.soon')}</Badge>}
        </p>
        <p className="text-small text-muted">
          {t('billing:page.cards.expires', { date: cardMonth(expiration, locale) })}
        </p>
      </div>
      {/* They stand side by side, also below a long name. */}
      <div className="-me-3.5 ms-auto flex">
        {!is_default && (
          <Button
            variant="quiet"
            loading={run.busy}
            onClick={() => void makeDefault()}
            aria-label={t('billing:page.cards.makeDefaultOf', { card: name })}
          >
            {t('billing:page.cards.makeDefault')}
          </Button>
        )}
        <Button
          variant="quiet"
          onClick={() => void remove()}
          aria-label={t('billing:page.cards.removeOf', { card: name })}
        >
          {t('billing:page.cards.remove')}
        </Button>
      </div>
    </li>
  )
}
