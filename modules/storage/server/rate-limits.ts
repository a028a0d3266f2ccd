import type { RateLimit } from '../../platform/index.ts'
import { daySeconds, hourSeconds } from '../../shared/contract.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  /** Each may notify all who have commented on the item before. */
  commentsPerAccount: { key: 'comments', limit: 300, windowSeconds: hourSeconds },
  /** Edits, deletions and restores: each makes open tabs read the comments of the item again. */
  commentChangesPerAccount: { key: 'comment-changes', limit: 600, windowSeconds: hourSeconds },
  /** Items of an owner that are copied: folders and empty files count for no quota. */
  copiedItemsPerAccount: { key: 'copied-items', limit: 1_000_000, windowSeconds: daySeconds },
  /** Entries of archives that are extracted for an owner, and folders that only their paths name. */
  extractedItemsPerAccount: { key: 'extracted-items', limit: 1_000_000, windowSeconds: daySeconds },
  /**
   * Folders and empty files of network drives, which count for no quota either. A counter of its own: copies lock theirs before the
   * names of the owner, and these after.
   */
  emptyItemsPerAccount: { key: 'empty-items', limit: 1_000_000, windowSeconds: daySeconds },
  /** Previews of restores to an earlier time and their starts: each goes through all folders below one. */
  restorePointsPerAccount: { key: 'restore-points', limit: 60, windowSeconds: hourSeconds },
} as const satisfies Record<string, RateLimit>
