import { CallError, call } from '../../../web/ui.ts'
import {
  listRestorePoints,
  previewRestorePoint,
  type RestorePoints,
  type RestorePreview,
  startRestorePoint,
} from '../../history/contract.ts'
import type { Operation } from '../../operations/contract.ts'

const paramsOf = (folder: string | null) => ({ id: folder ?? 'all' })

/** Calls that restore a folder (null: the root) to an earlier time. */
export const restorePointCalls = {
  list: async (folder: string | null): Promise<RestorePoints> =>
    (await call(listRestorePoints, { params: paramsOf(folder) })).data,
  /** Null where too much has changed for a preview. */
  preview: async (folder: string | null, at: string): Promise<RestorePreview | null> => {
    try {
      return (await call(previewRestorePoint, { params: paramsOf(folder), query: { at } })).data
    } catch (error) {
      if (error instanceof CallError && error.code === 'preview-too-large') return null
      throw error
    }
  },
  start: async (folder: string | null, at: string): Promise<Operation> =>
    (await call(startRestorePoint, { params: paramsOf(folder), body: { at } })).data,
}
