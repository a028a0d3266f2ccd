import { formatLocale } from '../../../../shared/contract.ts'

/** Sets the drag image: the name of the item and the number of items. */
export const showDragPreview = (transfer: DataTransfer, name: string, count: number): void => {
  const card = document.createElement('div')
  card.className =
    'fixed -top-40 start-0 flex max-w-64 items-center gap-2 rounded-md bg-raised px-3 py-2 text-14 font-medium text-text shadow-float'
  const text = document.createElement('span')
  text.className = 'truncate'
  text.textContent = name
  card.append(text)
  if (count > 1) {
    const badge = document.createElement('span')
    badge.className =
      'shrink-0 rounded-full bg-brand-solid px-2 py-0.5 text-12 font-semibold text-on-brand tabular-nums'
    badge.textContent = new Intl.NumberFormat(formatLocale(document.documentElement.lang)).format(count)
    card.append(badge)
  }
  document.body.append(card)
  transfer.setDragImage(card, -12, -8)
  // The browser captures the image in the current task.
  setTimeout(() => card.remove())
}
