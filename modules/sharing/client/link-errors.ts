import { CallError, type Translate } from '../../web/ui.ts'

const goneStatuses = [401, 404, 410]

/**
 * Reloads the page when its link or folder is gone, or the link was locked again: the new document shows which, and names
 * and thumbnails of a locked link do not stay on screen. `around`: the failed call asked for the rows around an item. A
 * missing item is no reason to reload: the URL may name it, and then the new document would reload again.
 */
export const reloadIfClosed = (error: unknown, { around }: { around: boolean }): void => {
  if (!(error instanceof CallError)) return
  if (/^share-/.test(error.code) || (!around && goneStatuses.includes(error.status))) location.reload()
}

/** Text of the toast about a failed action. */
export const linkErrorText = (error: unknown, t: Translate): string =>
  (error instanceof CallError && error.message) || t('sharing:editor.failed')
