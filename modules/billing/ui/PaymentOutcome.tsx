import { useEffect, useState } from 'react'
import {
  Callout,
  call,
  navigateInPlace,
  navigationBeganAt,
  onRealtime,
  onRealtimeReconnect,
  reloadPage,
  unsavedInput,
  useFeedback,
  useLatest,
  usePageContext,
  useT,
} from '../../web/ui.ts'
import {
  moneyCollected,
  refreshCreditCards,
  refreshSubscription,
  showCheckout,
  subscriptionChanged,
} from '../contract.ts'

interface Outcome {
  status: 'open' | 'paid' | 'failed' | 'rejected'
  purpose: 'funding' | 'subscription'
  amount: string
}
const tones = { open: 'info', paid: 'success', failed: 'warning', rejected: 'danger' } as const

/** Interval at which an open payment is asked for again by itself, and how often: it may have been left permanently. */
const askAgainMs = 3_000
const maxAsks = 10

/**
 * Outcome of the payment that the user returns from. The gateway is asked, so that no webhook is waited for. While the
 * payment is open it is asked for again, also when the server reports a payment. `isAwaited`: another payment might be paid
 * twice.
 */
export const usePaymentReturn = () => {
  const { urlPathname, urlParsed } = usePageContext()
  const { checkout, cards, subscription, redirect_status } = urlParsed.search
  const t = useT()
  const feedback = useFeedback()
  const announceCard = useLatest((hasCard: boolean) => {
    // Stripe's form adds the status where the bank was asked, and leads here when it rejected the card, too.
    if (cards !== 'stored' || redirect_status === 'failed') return
    if (hasCard) feedback.toast({ kind: 'success', text: t('billing:page.cards.stored') })
    else feedback.toast({ kind: 'danger', text: t('billing:page.cards.notStored') })
  })
  const [outcome, setOutcome] = useState<Outcome>()
  const [awaited, setAwaited] = useState(checkout)
  useEffect(() => {
    let isShown = true
    const beganAt = navigationBeganAt()
    const refresh = async () => {
      if (cards) {
        const { data } = await call(refreshCreditCards)
        announceCard.current(data.length > 0)
        // A page that the person has asked for meanwhile would be dropped.
        if (!isShown || navigationBeganAt() !== beganAt) return
        // Another address would ask about it.
        if (unsavedInput('app')) return reloadPage()
        // Said once: not again when the page is reloaded.
        await navigateInPlace(urlPathname, { overwriteLastHistoryEntry: true })
      } else if (subscription) {
        await call(refreshSubscription)
        await reloadPage()
      }
    }
    // The page shows the stored state without the answer.
    if (!checkout) refresh().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [checkout, cards, subscription, urlPathname])
  useEffect(() => {
    setAwaited(checkout)
    if (!checkout) return
    let isOpen = true
    let asks = 1
    const ask = async () => {
      const { data } = await call(showCheckout, { params: { reference: checkout } })
      // Another answer may have come first.
      if (!isOpen) return
      setOutcome({ status: data.status, purpose: data.purpose, amount: data.formatted })
      if (data.status === 'open') return
      stop()
      setAwaited(undefined)
      await reloadPage()
    }
    // The page shows the stored state without the answer.
    const askNow = () => void ask().catch(() => undefined)
    const timer = setInterval(() => {
      asks += 1
      if (asks <= maxAsks) return askNow()
      clearInterval(timer)
      setAwaited(undefined)
    }, askAgainMs)
    const subscriptions = [
      onRealtime(subscriptionChanged, askNow),
      onRealtime(moneyCollected, askNow),
      onRealtimeReconnect(askNow),
    ]
    const stop = () => {
      isOpen = false
      clearInterval(timer)
      for (const end of subscriptions) end()
    }
    askNow()
    return stop
  }, [checkout])
  return { outcome, isAwaited: awaited !== undefined }
}

/** The outcome of the payment that the user returns from, in words. */
export const PaymentOutcome = ({ outcome }: { outcome: Outcome | undefined }) => {
  const t = useT()
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
