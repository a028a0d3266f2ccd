/** The part of Stripe.js that is used. https://docs.stripe.com/js */
export interface StripeElements {
  create(type: 'payment'): {
    mount(element: HTMLElement): void
    on(event: 'ready' | 'loaderror', handler: () => void): void
    destroy(): void
  }
}
export interface StripeJs {
  elements(options: { clientSecret: string; locale: string; appearance: object }): StripeElements
  /** `error.message` is in the language of the elements. */
  confirmSetup(options: {
    elements: StripeElements
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }): Promise<{ error?: { message?: string } }>
}

const timeoutMs = 15_000

/** Loads Stripe's script. Rejects when it cannot be loaded. */
export const loadStripe = (src: string, key: string): Promise<StripeJs> =>
  new Promise((resolve, reject) => {
    const failed = () => reject(new Error('Stripe.js did not load'))
    const script = document.createElement('script')
    script.src = src
    script.onload = () => {
      const { Stripe } = window as unknown as { Stripe?: (key: string) => StripeJs }
      if (Stripe) resolve(Stripe(key))
      else failed()
    }
    script.onerror = failed
    setTimeout(failed, timeoutMs)
    document.head.append(script)
  })

/** Colors and shape of the page for Stripe's frame, which has no access to its styles. */
export const stripeAppearance = (element: HTMLElement, brand: string) => ({
  theme: getComputedStyle(element).colorScheme.includes('dark') ? 'night' : 'stripe',
  variables: { colorPrimary: brand, borderRadius: '8px', fontFamily: 'system-ui, sans-serif' },
})
