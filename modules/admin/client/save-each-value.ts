/** Settings that must be stored first, because they reset others. */
interface First {
  names: readonly string[]
  /** Resolves when the page is left. */
  pageLeft(): Promise<void>
}

/**
 * Saves each value by its own call, which therefore does not name the field in its 422. Rejects with the texts of all
 * rejected values, by name, as `createAutosave` expects; any other failure ends it.
 */
export const saveEachValue = async <Value>(
  values: Record<string, Value>,
  save: (name: string, value: Value) => Promise<unknown>,
  first?: First,
): Promise<void> => {
  const errors: Record<string, string[]> = {}
  const saveOne = async ([name, value]: [string, Value]) => {
    try {
      await save(name, value)
    } catch (error) {
      const { status, message } = error as Error & { status?: number }
      if (status !== 422) throw error
      errors[name] = [message]
    }
  }
  const saveAll = (entries: [string, Value][]) => Promise.all(entries.map(saveOne))
  const entries = Object.entries(values)
  const isFirst = ([name]: [string, Value]) => first?.names.includes(name) ?? false
  const before = entries.filter(isFirst)
  const earlier = saveAll(before)
  if (first && before.length > 0 && before.length < entries.length) await Promise.race([earlier, first.pageLeft()])
  // At once: a page that is left hears no answer after which it could send the next.
  await Promise.all([earlier, saveAll(entries.filter((entry) => !isFirst(entry)))])
  if (Object.keys(errors).length > 0) throw Object.assign(new Error('values rejected'), { status: 422, errors })
}
