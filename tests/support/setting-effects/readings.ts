/**
 * A reading that several proofs share, as of a page: gives each proof a reader of its own. The nth reading of one is that of
 * all, so that the proofs of a round read once before the change, and once after it where that is enough.
 */
export const sharedReading = <Value>(read: () => Promise<Value>) => {
  const readings: Promise<Value>[] = []
  return (): (() => Promise<Value>) => {
    let count = 0
    return () => {
      const reading = readings[count] ?? read()
      readings[count] = reading
      count += 1
      return reading
    }
  }
}
