import type { KeyboardEvent } from 'react'

/**
 * Left and right move the focus between the name of a list row and its buttons, which have no tab stop. Returns whether
 * the key was used; in a grid of tiles these keys move between tiles.
 */
export const moveInRow = (event: KeyboardEvent, lanes: number): boolean => {
  const { key, target } = event
  if (lanes > 1 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if ((key !== 'ArrowRight' && key !== 'ArrowLeft') || !(target instanceof Element)) return false
  const row = target.closest('[data-index]')
  if (!row) return false
  const stops = Array.from(row.querySelectorAll<HTMLElement>('[data-focus], button[data-act]'))
  const forward = (key === 'ArrowRight') !== (document.documentElement.dir === 'rtl')
  const next = stops[stops.indexOf(target as HTMLElement) + (forward ? 1 : -1)]
  next?.focus()
  return next !== undefined
}
