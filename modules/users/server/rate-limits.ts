import type { RateLimit } from '../../platform/index.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../../shared/contract.ts'

/** A challenge of the bot check has to be solved within this time. */
export const botChallengeTtlSeconds = 10 * minuteSeconds

/** Listed in docs/security.md. */
export const rateLimits = {
  /** A50: per account and network, so that attackers cannot lock users out, and per network. */
  signInsPerEmailAndNetwork: { key: 'sign-in', limit: 5, windowSeconds: 15 * minuteSeconds, locks: true },
  signInsPerNetwork: { key: 'sign-in-network', limit: 100, windowSeconds: hourSeconds },
  passkeySignInsPerNetwork: { key: 'passkey', limit: 30, windowSeconds: 15 * minuteSeconds },
  providerSignInsPerNetwork: { key: 'provider', limit: 30, windowSeconds: 15 * minuteSeconds },
  /** Per account and network, so that others cannot lock the owner out; and per account. */
  secondFactorsPerAccountAndNetwork: { key: 'two-factor', limit: 5, windowSeconds: 10 * minuteSeconds, locks: true },
  secondFactorsPerAccount: { key: 'two-factor-account', limit: 50, windowSeconds: hourSeconds },

  signUpsPerNetwork: { key: 'sign-up', limit: 5, windowSeconds: hourSeconds },
  botChallengesPerNetwork: { key: 'bot-challenge', limit: 60, windowSeconds: hourSeconds },
  /** A solution passes once, until its challenge has expired for certain. */
  usesOfBotSolution: { key: 'bot-solution', limit: 1, windowSeconds: 2 * botChallengeTtlSeconds },
  /** Each form that is sent without JavaScript while a check is on. */
  uncheckedFormsPerFormAndNetwork: { key: 'unchecked-form', limit: 3, windowSeconds: hourSeconds },

  passwordConfirmationsPerSession: {
    key: 'password-confirmation',
    limit: 10,
    windowSeconds: 15 * minuteSeconds,
    locks: true,
  },
  passwordChangesPerSession: { key: 'password-change', limit: 10, windowSeconds: 15 * minuteSeconds, locks: true },
  /** A54. */
  resetTokensPerNetwork: { key: 'reset-guess', limit: 10, windowSeconds: hourSeconds, locks: true },

  resetEmailsPerRecipient: { key: 'reset-mail', limit: 3, windowSeconds: hourSeconds },
  resetEmailsPerNetwork: { key: 'reset-mail-network', limit: 10, windowSeconds: hourSeconds },
  verificationEmailsPerRecipient: { key: 'verification-mail', limit: 3, windowSeconds: hourSeconds },
  verificationEmailsPerNetwork: { key: 'verification-mail-network', limit: 10, windowSeconds: hourSeconds },
  /** To whoever signs up with the email of an account. */
  accountExistsEmailsPerRecipient: { key: 'existing-mail', limit: 3, windowSeconds: hourSeconds },
  emailChangesPerAccount: { key: 'email-change', limit: 5, windowSeconds: hourSeconds },
  emailChangesPerNewEmail: { key: 'email-change-mail', limit: 3, windowSeconds: hourSeconds },

  avatarsPerAccount: { key: 'avatar', limit: 30, windowSeconds: hourSeconds },
  dataExportsPerAccount: { key: 'export', limit: 5, windowSeconds: daySeconds },
} as const satisfies Record<string, RateLimit>
