/** As a pointer does it: the menu's button opens and closes with it. */
const press = (button: HTMLElement) =>
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, cancelable: true }))

/** A menu of folders that is open during a drag, because its button was hovered. */
export const createDragMenu = () => {
  let opened: HTMLElement | null = null
  return {
    open: (button: HTMLElement): void => {
      if (button.ariaExpanded === 'true') return
      opened = button
      press(button)
    },
    close: (): void => {
      if (opened?.ariaExpanded === 'true') press(opened)
      opened = null
    },
  }
}

/** The button of such a menu. */
export const dragMenuOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-drag-menu]') : null
