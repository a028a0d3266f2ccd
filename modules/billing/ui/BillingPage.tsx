import { ConfirmationProvider } from '../../users/ui.ts'
import { useT } from '../../web/ui.ts'
import { BalanceCard } from './BalanceCard.tsx'
import { CardsCard } from './CardsCard.tsx'
import { PaymentReturn } from './PaymentReturn.tsx'

/** Balance and payment methods of the account (UI.md §19). */
export const BillingPage = () => {
  const t = useT()
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-28 font-bold outline-none">{t('billing:page.title')}</h1>
      <PaymentReturn />
      <BalanceCard />
      <ConfirmationProvider>
        <CardsCard />
      </ConfirmationProvider>
    </div>
  )
}
