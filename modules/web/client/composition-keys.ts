/** Key code of keys that an input method handles; Safari sends Enter with it after the composition has ended. */
const inputMethodKeyCode = 229

/**
 * From now on, keys with which an input method composes text (Enter accepts it, arrows choose a candidate, Escape discards
 * it) reach no handler: they are no commands of the page. Their effect on the text is unchanged.
 */
export const ignoreCompositionKeys = (): void =>
  addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === inputMethodKeyCode) event.stopImmediatePropagation()
    },
    { capture: true },
  )
