import { foldText } from '../../../../shared/contract.ts'

/** Index of the next row, from `start` with wraparound, whose name starts with `typed`; -1 for none. */
export const findByName = (names: readonly { index: number; name: string }[], typed: string, start: number): number => {
  const wanted = foldText(typed)
  const hits = names.filter(({ name }) => foldText(name).startsWith(wanted))
  return (hits.find(({ index }) => index >= start) ?? hits[0])?.index ?? -1
}
