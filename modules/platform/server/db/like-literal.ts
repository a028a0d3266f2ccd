import { foldText } from '../../../shared/contract.ts'

/**
 * Part of a pattern of `like` that finds the text literally in texts folded by `search_fold`: `%`, `_` and `\` have no
 * special meaning (A62), nor have their full-width forms, which `search_fold` replaces by them.
 */
export const likeLiteral = (text: string): string => foldText(text).replace(/[\\%_]/g, '\\$&')
