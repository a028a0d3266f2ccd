import { extensionOf, type Item } from '../../tree/contract.ts'

type Translate = (key: string, values?: Record<string, string | number>) => string

/** Text of a toast after a rename, with the new type of a file whose extension was changed. */
export const renameText = (kind: Item['type'], from: string, to: string, t: Translate): string => {
  const type = kind === 'file' ? extensionOf(to) : null
  const isTypeChanged = type !== null && type.toLowerCase() !== extensionOf(from)?.toLowerCase()
  return isTypeChanged ? t('storage:toast.renamedType', { from, to, type }) : t('storage:toast.renamed', { from, to })
}
