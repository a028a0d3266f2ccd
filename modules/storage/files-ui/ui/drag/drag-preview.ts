/** The card that follows the pointer: the name of what is carried, and how much of it. */
export const showGhost = (transfer: DataTransfer, name: string, count: number): void => {
  const ghost = document.createElement('div')
  ghost.className =
    'fixed -top-40 start-0 flex max-w-64 items-center gap-2 rounded-md bg-raised px-3 py-2 text-14 font-medium text-text shadow-float'
  const text = document.createElement('span')
  text.className = 'truncate'
  text.textContent = name
  ghost.append(text)
  if (count > 1) {
    const badge = document.createElement('span')
    badge.className =
      'shrink-0 rounded-full bg-brand-solid px-2 py-0.5 text-12 font-semibold text-on-brand tabular-nums'
    badge.textContent = new Intl.NumberFormat(document.documentElement.lang).format(count)
    ghost.append(badge)
  }
  document.body.append(ghost)
  transfer.setDragImage(ghost, -12, -8)
  // The browser has taken its picture after this turn.
  setTimeout(() => ghost.remove())
}
