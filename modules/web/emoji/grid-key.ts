import type { KeyboardEvent } from 'react'

const arrows = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

/** The button an arrow key moves to: the next one in reading order, or the nearest in the row above or below. */
const targetOf = (
  key: string,
  buttons: readonly HTMLElement[],
  index: number,
  mirrored: boolean,
): HTMLElement | undefined => {
  if (key === 'Home') return buttons[0]
  if (key === 'End') return buttons.at(-1)
  const forward = mirrored ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') return buttons[key === forward ? index + 1 : index - 1]
  const here = buttons[index]?.getBoundingClientRect()
  if (!here) return buttons[0]
  const down = key === 'ArrowDown'
  const candidates = down ? buttons.slice(index + 1) : buttons.slice(0, index).reverse()
  const row = candidates.find((button) => Math.abs(button.getBoundingClientRect().top - here.top) > 4)
  if (!row) return undefined
  const { top } = row.getBoundingClientRect()
  const members = candidates.filter((button) => Math.abs(button.getBoundingClientRect().top - top) < 4)
  const distance = (button: HTMLElement) => Math.abs(button.getBoundingClientRect().left - here.left)
  return members.reduce((best, button) => (distance(button) < distance(best) ? button : best), row)
}

/** Arrow keys in a grid of buttons that is one tab stop. */
export const gridKey = (event: KeyboardEvent, grid: HTMLElement): void => {
  if (!arrows.has(event.key)) return
  const buttons = Array.from(grid.querySelectorAll<HTMLElement>('button'))
  const index = buttons.indexOf(document.activeElement as HTMLElement)
  if (index < 0) return
  event.preventDefault()
  const near = buttons.slice(Math.max(0, index - 120), index + 120)
  const wholeGrid = event.key === 'Home' || event.key === 'End'
  const mirrored = getComputedStyle(grid).direction === 'rtl'
  const target = wholeGrid
    ? targetOf(event.key, buttons, index, mirrored)
    : targetOf(event.key, near, near.indexOf(buttons[index] as HTMLElement), mirrored)
  for (const button of near) button.tabIndex = -1
  if (!target) return
  target.tabIndex = 0
  target.focus()
}
