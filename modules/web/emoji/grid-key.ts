import type { KeyboardEvent } from 'react'

const arrows = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

/** Which button an arrow key leads to: the next one, or the one above or below by where it stands. */
const goalOf = (
  key: string,
  buttons: readonly HTMLElement[],
  at: number,
  mirrored: boolean,
): HTMLElement | undefined => {
  if (key === 'Home') return buttons[0]
  if (key === 'End') return buttons.at(-1)
  const along = mirrored ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') return buttons[key === along ? at + 1 : at - 1]
  const here = buttons[at]?.getBoundingClientRect()
  if (!here) return buttons[0]
  const down = key === 'ArrowDown'
  const ahead = down ? buttons.slice(at + 1) : buttons.slice(0, at).reverse()
  const row = ahead.find((button) => Math.abs(button.getBoundingClientRect().top - here.top) > 4)
  if (!row) return undefined
  const { top } = row.getBoundingClientRect()
  const members = ahead.filter((button) => Math.abs(button.getBoundingClientRect().top - top) < 4)
  const distance = (button: HTMLElement) => Math.abs(button.getBoundingClientRect().left - here.left)
  return members.reduce((best, button) => (distance(button) < distance(best) ? button : best), row)
}

/** Arrow keys in a grid of buttons that is one tab stop. */
export const gridKey = (event: KeyboardEvent, grid: HTMLElement): void => {
  if (!arrows.has(event.key)) return
  const buttons = Array.from(grid.querySelectorAll<HTMLElement>('button'))
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  const near = buttons.slice(Math.max(0, at - 120), at + 120)
  const whole = event.key === 'Home' || event.key === 'End'
  const mirrored = getComputedStyle(grid).direction === 'rtl'
  const goal = whole
    ? goalOf(event.key, buttons, at, mirrored)
    : goalOf(event.key, near, near.indexOf(buttons[at] as HTMLElement), mirrored)
  for (const button of near) button.tabIndex = -1
  if (!goal) return
  goal.tabIndex = 0
  goal.focus()
}
