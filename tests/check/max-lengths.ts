import type { SourceText } from './key-uses.ts'

const literal = /\bmaxLength=\{\d[\d_]*\}/g

/**
 * Limits of text fields as numbers: the contract has them too, and one of the two is changed. Fields take the constant that
 * the contract's schema has.
 */
export const checkMaxLengths = (sources: readonly SourceText[]): { files: number; faults: string[] } => {
  const screens = sources.filter(({ text }) => text.includes('maxLength='))
  const faults = screens.flatMap(({ file, text }) =>
    [...text.matchAll(literal)].map(([found]) => `${file}: ${found}; export the limit from the contract`),
  )
  return { files: screens.length, faults }
}
