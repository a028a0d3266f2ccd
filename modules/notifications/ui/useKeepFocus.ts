import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * For a list of cards in a panel: when the focused control has disappeared with a change of `items` or `unread`, the card at
 * the same position gets the focus, or the panel. Spread the result on the element around the list.
 */
export const useKeepFocus = (items: unknown, unread: number) => {
  const ref = useRef<HTMLDivElement>(null)
  const position = useRef(0)
  const cards = () => Array.from(ref.current?.querySelectorAll('li') ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus can only be lost by a change of these
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const card = cards()[position.current] ?? cards().at(-1)
    const target = card?.querySelector<HTMLElement>('button, a') ?? ref.current?.closest<HTMLElement>('[role=dialog]')
    target?.focus()
  }, [items, unread])
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      const card = target.closest('li')
      if (card) position.current = cards().indexOf(card)
    },
  }
}
