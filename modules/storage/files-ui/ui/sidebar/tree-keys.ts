import type { KeyboardEvent } from 'react'

/** Keyboard handling of the ARIA tree pattern: up and down move, right and left expand, collapse and change level. */
export const treeKey = (
  event: KeyboardEvent,
  tree: HTMLElement,
  setExpanded: (id: string, isExpanded: boolean) => void,
): void => {
  const node = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=treeitem]') : null
  if (!node || event.ctrlKey || event.metaKey || event.altKey) return
  const rtl = document.documentElement.dir === 'rtl'
  const all = Array.from(tree.querySelectorAll<HTMLElement>('[role=treeitem]'))
  const at = all.indexOf(node)
  const go = (to: HTMLElement | null | undefined) => to?.focus()
  const expanded = node.getAttribute('aria-expanded')
  const id = node.dataset.id ?? ''
  const deeper = () => (expanded === 'false' ? setExpanded(id, true) : expanded === 'true' && go(all[at + 1]))
  const higher = () =>
    expanded === 'true'
      ? setExpanded(id, false)
      : go(node.closest('ul')?.closest('li')?.querySelector<HTMLElement>('[role=treeitem]'))
  const press = () => node.querySelector<HTMLElement>('a, [data-more]')?.click()
  const keys: Record<string, () => unknown> = {
    ArrowDown: () => go(all[at + 1]),
    ArrowUp: () => go(all[at - 1]),
    Home: () => go(all[0]),
    End: () => go(all.at(-1)),
    ArrowRight: rtl ? higher : deeper,
    ArrowLeft: rtl ? deeper : higher,
    Enter: press,
    ' ': press,
  }
  const act = keys[event.key]
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
