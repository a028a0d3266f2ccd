import { type RefObject, useEffect, useRef, useState } from 'react'
import { call, useData, usePageContext } from '../../../web/ui.ts'
import { createSetupIntent } from '../../contract.ts'
import type { CardFormData } from './card-form-data.ts'
import { loadStripe, type StripeElements, type StripeJs, stripeAppearance } from './stripe.ts'

type FormState = 'loading' | 'ready' | 'unavailable'
const storedPage = '/user/settings/billing?cards=stored'

/** Stripe's Payment Element in `place`, and the action that stores the entered card. */
export const useStripeForm = (place: RefObject<HTMLDivElement | null>) => {
  const { script } = useData<CardFormData>()
  const { locale, settings } = usePageContext()
  const [state, setState] = useState<FormState>('loading')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<{ stripe: StripeJs; elements: StripeElements } | null>(null)
  const { color } = settings
  useEffect(() => {
    let unmount: (() => void) | null = null
    let isGone = false
    const open = async () => {
      const { data } = await call(createSetupIntent)
      const stripe = await loadStripe(script, data.publishable_key)
      if (!place.current || isGone) return
      const appearance = stripeAppearance(place.current, color)
      const elements = stripe.elements({ clientSecret: data.client_secret, locale, appearance })
      const payment = elements.create('payment')
      payment.on('ready', () => setState('ready'))
      payment.on('loaderror', () => setState('unavailable'))
      payment.mount(place.current)
      unmount = () => payment.destroy()
      form.current = { stripe, elements }
    }
    open().catch(() => setState('unavailable'))
    return () => {
      isGone = true
      unmount?.()
    }
  }, [script, locale, color, place])
  const submit = async () => {
    if (!form.current || busy) return
    setBusy(true)
    setError(null)
    const { stripe, elements } = form.current
    // Cards that ask for more lead to their bank and back.
    const confirmParams = { return_url: `${location.origin}${storedPage}` }
    const outcome = await stripe
      .confirmSetup({ elements, redirect: 'if_required', confirmParams })
      .catch(() => ({ error: {} }) as Awaited<ReturnType<StripeJs['confirmSetup']>>)
    if (!outcome.error) return location.assign(storedPage)
    setBusy(false)
    setError(outcome.error.message ?? '')
  }
  return { state, error, busy, submit }
}
