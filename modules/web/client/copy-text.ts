/** Copies without the clipboard API, which browsers have in secure contexts only (not by plain HTTP in a local network). */
const copyBySelection = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  const focused = document.activeElement
  // A dialog traps the focus: the field must be inside it.
  const parent = focused?.closest('[role=dialog]') ?? document.body
  parent.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}

/**
 * Copies a text, or one that is still being fetched: call it in the click's own task, as Safari allows no copying
 * later. Resolves to false when the browser does not allow it or `text` rejects.
 */
export const copyText = async (text: string | Promise<string>): Promise<boolean> => {
  try {
    if (typeof text !== 'string' && window.isSecureContext && 'ClipboardItem' in window) {
      const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      return true
    }
    const value = await text
    if (!window.isSecureContext) return copyBySelection(value)
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    return false
  }
}
