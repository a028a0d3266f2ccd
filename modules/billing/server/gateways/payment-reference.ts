import { randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 10

/** A reference from bytes that are evenly distributed; needs 32. */
export const referenceFrom = (bytes: Buffer): string => {
  let [rest, reference] = [BigInt(`0x${bytes.toString('hex')}`), '']
  while (reference.length < length) {
    reference += letters[Number(rest % 62n)]
    rest /= 62n
  }
  return reference
}

/** 10 random alphanumeric characters: 59 bits. */
export const newPaymentReference = (): string => referenceFrom(randomBytes(32))
