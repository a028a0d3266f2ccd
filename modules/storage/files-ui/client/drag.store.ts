import type { ActionTarget } from './selection-target.ts'

/** The items being dragged inside the window. A drag from the desktop has none. */
export const createDrag = () => {
  let dragged: ActionTarget | null = null
  return {
    start: (target: ActionTarget): void => {
      dragged = target
    },
    end: (): void => {
      dragged = null
    },
    target: (): ActionTarget | null => dragged,
  }
}

export type DragStore = ReturnType<typeof createDrag>
