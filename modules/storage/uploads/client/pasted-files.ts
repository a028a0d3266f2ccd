/** Elements where a paste is text, or belongs to a dialog. */
const notThePage = 'input, textarea, [contenteditable], [role=dialog]'

/** The files that are pasted into a page; null for a paste into a field or a dialog. */
export const pastedFiles = ({ target, clipboardData }: ClipboardEvent): File[] | null =>
  target instanceof Element && target.closest(notThePage) ? null : [...(clipboardData?.files ?? [])]
