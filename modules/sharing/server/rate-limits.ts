import type { RateLimit } from '../../platform/index.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../../shared/contract.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  abuseReportsPerNetwork: { key: 'abuse-report', limit: 5, windowSeconds: hourSeconds },

  /**
   * New browsers, separately for downloads and changes and for pages that are only read: deleting the cookie does not escape
   * limits that are counted by visitor (A29), and reading does not use up what downloads need.
   */
  newVisitorsPerNetwork: { key: 'share-visitor', limit: 120, windowSeconds: minuteSeconds },
  newViewersPerNetwork: { key: 'share-viewer', limit: 120, windowSeconds: minuteSeconds },
  /** oEmbed: a site with many links asks for each of them. */
  embedLookupsPerNetwork: { key: 'oembed', limit: 300, windowSeconds: minuteSeconds },

  unlocksPerLinkAndNetwork: { key: 'share-unlock', limit: 10, windowSeconds: 15 * minuteSeconds, locks: true },
  unlocksPerLink: { key: 'share-unlock-all', limit: 100, windowSeconds: hourSeconds },
  /** Right ones too, of all links: comparing a password takes much of a processor. */
  unlocksPerNetwork: { key: 'share-unlock-network', limit: 1_000, windowSeconds: hourSeconds },
  codeEmailsPerLinkAndNetwork: { key: 'share-code', limit: 5, windowSeconds: 15 * minuteSeconds },
  /** Per link and recipient, for all callers, so that visitors cannot flood a recipient's mailbox. */
  codeEmailsPerRecipient: { key: 'share-code-to', limit: 10, windowSeconds: hourSeconds },
  /**
   * Per link, email and network, whether the email is a recipient's or not: the limit does not reveal recipients, and others
   * cannot lock a recipient out. `unlocksPerLink` limits the guesses of many networks together.
   */
  wrongCodesPerEmailAndNetwork: { key: 'share-code-wrong', limit: 5, windowSeconds: 15 * minuteSeconds, locks: true },

  /** Anonymous visitors cannot flood the owner's notifications. */
  downloadNotificationsPerLink: { key: 'share-told', limit: 60, windowSeconds: hourSeconds },
  /** Emails with links: unlimited, the instance would be an open relay. */
  linkEmailsPerAccount: { key: 'link-mail', limit: 300, windowSeconds: daySeconds },

  newUploadersPerRequestAndNetwork: { key: 'file-request-uploader', limit: 60, windowSeconds: hourSeconds },
  /** New files, so that visitors cannot fill an account with folders; calls have a limit of their own. */
  newFilesPerRequestAndNetwork: { key: 'request-files', limit: 20_000, windowSeconds: daySeconds },
  /** Confirmations go to whatever email an uploader types. */
  confirmationsPerRequestAndEmail: { key: 'receipt-to', limit: 1, windowSeconds: daySeconds },
  confirmationsPerEmail: { key: 'receipts-to', limit: 5, windowSeconds: daySeconds },
  confirmationsPerRequest: { key: 'receipts-of', limit: 100, windowSeconds: daySeconds },

  /** URLs fetched for callers without an account, who could use the server as a proxy otherwise. Of links and requests. */
  fetchedUrlsPerLinkAndNetwork: { key: 'public-remote', limit: 100, windowSeconds: hourSeconds },
  fetchedUrlsPerLink: { key: 'public-remote-all', limit: 1_000, windowSeconds: daySeconds },
} as const satisfies Record<string, RateLimit>
