/** `a[b][0]=c` → {a: {b: {0: 'c'}}}, as Stripe's forms are. */
export const parseForm = (text: string): Record<string, unknown> => {
  const result: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/\]\[|\[|\]/).filter(Boolean)
    const last = keys.pop() as string
    let at = result
    for (const key of keys) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
    }
    at[last] = value
  }
  return result
}

export type Form = Record<string, string> & {
  metadata?: Record<string, string>
  line_items?: Record<string, { price?: string; price_data?: { unit_amount: string; currency: string } }>
  recurring?: { interval: 'month' | 'year' }
  product_data?: { name: string }
  allowed_payment_method_types?: Record<string, string>
  items?: Record<string, { price: string }>
  invoice_settings?: { default_payment_method?: string }
}
