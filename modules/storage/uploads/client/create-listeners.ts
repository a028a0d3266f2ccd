/** A set of listeners. `add` returns a function that removes the listener. */
export const createListeners = <Args extends unknown[]>() => {
  const all = new Set<(...args: Args) => void>()
  return {
    add: (listener: (...args: Args) => void): (() => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
    emit: (...args: Args): void => {
      for (const listener of [...all]) listener(...args)
    },
  }
}
