import type { Target } from './selection-target.ts'

/** The items being dragged inside the window. A drag from the desktop has none. */
export const createDrag = () => {
  let dragged: Target | null = null
  return {
    start: (target: Target): void => {
      dragged = target
    },
    end: (): void => {
      dragged = null
    },
    target: (): Target | null => dragged,
  }
}

export type Drag = ReturnType<typeof createDrag>
