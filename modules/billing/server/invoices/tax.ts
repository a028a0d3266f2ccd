const scale = 10_000n

/** The tax that a price contains, in minor units, half up. `rate`: per cent with at most four decimals; null: none. */
export const includedTax = (amount: number, rate: string | null): number => {
  if (rate === null) return 0
  const [whole = '0', fraction = ''] = rate.split('.')
  const scaled = BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0'))
  const divisor = 100n * scale + scaled
  return Number((BigInt(amount) * scaled * 2n + divisor) / (divisor * 2n))
}
