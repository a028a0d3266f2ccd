import type { OnConflict } from '../../tree/contract.ts'
import type { ConflictResult } from './operations.ts'

/** Choices for names that are taken. */
export type ConflictAnswer = Exclude<OnConflict, 'ask'>

/** Items whose names are taken in the target folder: the body of a 409 `name-conflict`. */
export interface NameConflict {
  files: number
  folders: number
  /** Some of the names. */
  names: string[]
}

/** The name conflict of a rejected call; null for other errors. */
export const nameConflictOf = (error: unknown): NameConflict | null => {
  const { code, body } = (error ?? {}) as { code?: string; body?: NameConflict }
  return code === 'name-conflict' && body ? { files: body.files, folders: body.folders, names: body.names } : null
}

export const noConflicts: ConflictResult = { merged: 0, replaced: 0, skipped: 0, numbered: 0 }

/** The sum of the results of several calls. */
export const sumOfResults = (results: readonly ConflictResult[]): ConflictResult =>
  results.reduce(
    (sum, { merged, replaced, skipped, numbered }) => ({
      merged: sum.merged + merged,
      replaced: sum.replaced + replaced,
      skipped: sum.skipped + skipped,
      numbered: sum.numbered + numbered,
    }),
    noConflicts,
  )

/** Texts that say how many items were merged, replaced, skipped and numbered; empty when no name was taken. */
export const resultTexts = (
  result: ConflictResult,
  t: (key: string, values: Record<string, unknown>) => string,
): string[] =>
  (['merged', 'replaced', 'skipped', 'numbered'] as const).flatMap((what) =>
    result[what] > 0 ? [t(`storage:conflict.result.${what}`, { count: result[what] })] : [],
  )
