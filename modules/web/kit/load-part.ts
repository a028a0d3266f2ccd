/** ms; a line that broke off for a moment is often back by then. */
const pause = 1_000

/**
 * The bundler's word for a style sheet that did not come. It asks for each sheet only once in the life of a page: any
 * further try would bring the part without it.
 */
const lacksStyles = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Unable to preload CSS')

/**
 * Code that is fetched when it is first wished for, and once more after a moment when it did not come. A browser that keeps
 * failed imports (before whatwg/html#10327) fails the same way again: there, as without a style sheet, only the page anew
 * helps.
 */
export const loadPart = <Part>(load: () => Promise<Part>, wait = pause): (() => Promise<Part>) => {
  let pending: Promise<Part> | null = null
  const again = async (error: unknown): Promise<Part> => {
    if (lacksStyles(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    return load()
  }
  return () => {
    pending ??= load()
      .catch(again)
      .catch((error: unknown) => {
        // The next wish tries again.
        if (!lacksStyles(error)) pending = null
        throw error
      })
    return pending
  }
}
