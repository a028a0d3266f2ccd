import type { RateLimit } from '../../platform/index.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../../shared/contract.ts'

/** Time to solve a challenge of the bot check. */
export const botChallengeTtlSeconds = 10 * minuteSeconds

/** Listed in docs/security.md. */
export const rateLimits = {
  /** A50: per account and network, so that attackers cannot lock users out, and per network. */
  signInsPerEmailAndNetwork: { key: 'sign-in', limit: 5, windowSeconds: 15 * minuteSeconds, locks: true },
  signInsPerNetwork: { key: 'sign-in-network', limit: 100, windowSeconds: hourSeconds },
  /** Right passwords too: comparing one takes much of a processor, for which all accounts wait. */
  passwordSignInsPerEmailAndNetwork: { key: 'sign-in-all', limit: 60, windowSeconds: hourSeconds },
  passkeySignInsPerNetwork: { key: 'passkey', limit: 30, windowSeconds: 15 * minuteSeconds },
  providerSignInsPerNetwork: { key: 'provider', limit: 30, windowSeconds: 15 * minuteSeconds },
  /** Sign-ins that begin with a passkey or a provider, each of which stores a row; those that fail count above. */
  signInChallengesPerNetwork: { key: 'sign-in-challenge', limit: 300, windowSeconds: 15 * minuteSeconds },
  /** Also per network, so that others cannot lock the owner out. */
  secondFactorsPerAccountAndNetwork: { key: 'two-factor', limit: 5, windowSeconds: 10 * minuteSeconds, locks: true },
  secondFactorsPerAccount: { key: 'two-factor-account', limit: 50, windowSeconds: hourSeconds },

  signUpsPerNetwork: { key: 'sign-up', limit: 5, windowSeconds: hourSeconds },
  /** The provider may give one person as many identities as they want. */
  providerSignUpsPerNetwork: { key: 'provider-sign-up', limit: 30, windowSeconds: 15 * minuteSeconds },
  botChallengesPerNetwork: { key: 'bot-challenge', limit: 60, windowSeconds: hourSeconds },
  /** A solution passes once; the window is longer than the life of its challenge. */
  usesOfBotSolution: { key: 'bot-solution', limit: 1, windowSeconds: 2 * botChallengeTtlSeconds },
  /** Forms that are sent without JavaScript while a check is on. */
  uncheckedFormsPerFormAndNetwork: { key: 'unchecked-form', limit: 3, windowSeconds: hourSeconds },

  /** Right passwords too. One confirmation lasts as long as the window. */
  passwordConfirmationsPerSession: {
    key: 'password-confirmation',
    limit: 10,
    windowSeconds: 15 * minuteSeconds,
    locks: true,
  },
  passwordChangesPerSession: { key: 'password-change', limit: 10, windowSeconds: 15 * minuteSeconds, locks: true },
  /** Those with the right password, each of which begins a new session. */
  passwordChangesPerAccount: { key: 'password-changes', limit: 10, windowSeconds: hourSeconds },
  /** A54. */
  resetTokensPerNetwork: { key: 'reset-guess', limit: 10, windowSeconds: hourSeconds, locks: true },

  resetEmailsPerRecipient: { key: 'reset-mail', limit: 3, windowSeconds: hourSeconds },
  resetEmailsPerNetwork: { key: 'reset-mail-network', limit: 10, windowSeconds: hourSeconds },
  verificationEmailsPerRecipient: { key: 'verification-mail', limit: 3, windowSeconds: hourSeconds },
  verificationEmailsPerNetwork: { key: 'verification-mail-network', limit: 10, windowSeconds: hourSeconds },
  /** To the owner of an account, when somebody signs up with its email. */
  accountExistsEmailsPerRecipient: { key: 'existing-mail', limit: 3, windowSeconds: hourSeconds },
  /** Each kind by itself; all kinds together where the email may be somebody else's. */
  noticesPerRecipient: { key: 'notice', limit: 5, windowSeconds: hourSeconds },
  emailChangesPerAccount: { key: 'email-change', limit: 5, windowSeconds: hourSeconds },
  emailChangesPerNewEmail: { key: 'email-change-mail', limit: 3, windowSeconds: hourSeconds },

  avatarsPerAccount: { key: 'avatar', limit: 30, windowSeconds: hourSeconds },
  dataExportsPerAccount: { key: 'export', limit: 5, windowSeconds: daySeconds },
} as const satisfies Record<string, RateLimit>
