import { ConfirmationProvider } from '../../users/ui.ts'
import { useData, useLiveData, useT } from '../../web/ui.ts'
import { cardGateway, moneyCollected, subscriptionChanged } from '../contract.ts'
import type { BillingData } from './billing-data.ts'
import { CardsCard } from './CardsCard.tsx'
import { CountryHint } from './CountryHint.tsx'
import { FreePlanCard } from './fixed/FreePlanCard.tsx'
import { SubscriptionCard } from './fixed/SubscriptionCard.tsx'
import { AlertCard } from './metered/AlertCard.tsx'
import { BalanceCard } from './metered/BalanceCard.tsx'
import { EstimateCard } from './metered/EstimateCard.tsx'
import { FailedPaymentsCard } from './metered/FailedPaymentsCard.tsx'
import { SpendingCapCard } from './metered/SpendingCapCard.tsx'
import { PaymentOutcome, usePaymentReturn } from './PaymentOutcome.tsx'
import { TransactionsCard } from './transactions/TransactionsCard.tsx'

/** The plan or the usage of the account, and how it is paid. */
export const BillingPage = () => {
  const t = useT()
  const { engine, subscription, cards, balance, usage, failedPayments, transactions } = useData<BillingData>()
  const metered = engine === 'metered'
  const owes = failedPayments.length > 0
  const { outcome, isAwaited } = usePaymentReturn()
  useLiveData(moneyCollected, subscriptionChanged)
  const current = subscription && subscription.resource.attributes.status !== 'completed' ? subscription : null
  return (
    <ConfirmationProvider>
      <div className="flex flex-col gap-6">
        <h1 className="text-28 font-bold outline-none">{t('billing:page.title')}</h1>
        <PaymentOutcome outcome={outcome} />
        <FailedPaymentsCard />
        <CountryHint />
        {current ? (
          <SubscriptionCard {...current} isAwaited={isAwaited} />
        ) : (
          engine === 'fixed' && <FreePlanCard ended={subscription?.resource ?? null} isAwaited={isAwaited} />
        )}
        {metered && <EstimateCard />}
        {/* With a stored card nothing is prepaid, but what is left of a balance stays visible. */}
        {((metered && cards.length === 0) || balance.balance > 0) && <BalanceCard />}
        {metered && usage && (
          <>
            <AlertCard usage={usage} />
            <SpendingCapCard usage={usage} />
          </>
        )}
        {/* A card that is stored here does not pay for a plan at another gateway. */}
        {(metered || owes || cards.length > 0 || current?.resource.attributes.driver === cardGateway) && <CardsCard />}
        {/* After a payment the list begins again. */}
        <TransactionsCard key={transactions.rows[0]?.id} />
      </div>
    </ConfirmationProvider>
  )
}
