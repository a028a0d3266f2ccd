import { useEffect, useState } from 'react'
import { Callout, call, reloadPage, usePageContext, useT } from '../../web/ui.ts'
import { refreshCreditCards, refreshSubscription, showCheckout } from '../contract.ts'

type Outcome = {
  status: 'open' | 'paid' | 'failed' | 'rejected'
  purpose: 'funding' | 'subscription'
  amount: string
}
const tones = { open: 'info', paid: 'success', failed: 'warning', rejected: 'danger' } as const

/** What became of the payment that the user returns from; asked of the gateway, so that no webhook is waited for. */
export const PaymentReturn = () => {
  const t = useT()
  const { urlParsed } = usePageContext()
  const { checkout, cards, subscription } = urlParsed.search
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    const ask = async () => {
      if (checkout) {
        const { data } = await call(showCheckout, { params: { reference: checkout } })
        setOutcome({ status: data.status, purpose: data.purpose, amount: data.formatted })
      } else if (cards) await call(refreshCreditCards)
      else if (subscription) await call(refreshSubscription)
      else return
      await reloadPage()
    }
    // The page shows what is known without it.
    ask().catch(() => undefined)
  }, [checkout, cards, subscription])
  if (!outcome) return null
  const { status, purpose, amount } = outcome
  // i18n-keys: billing:page.payment.pending
  const text = status === 'open' && purpose === 'subscription' ? 'pending' : status
  return (
    <div role="status">
      <Callout tone={tones[status]}>{t(`billing:page.payment.${text}`, { amount })}</Callout>
    </div>
  )
}
