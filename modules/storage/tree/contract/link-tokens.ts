import { optional, string } from '../../../shared/contract.ts'

/** Tokens of links that lead to a file (API.md D29); without one the caller must be signed in. */
export const linkTokens = { share: optional(string({ maxLength: 64 })), request: optional(string({ maxLength: 64 })) }
