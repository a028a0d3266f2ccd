import { CallError } from '../../web/ui.ts'

/**
 * Saves each value by its own call, which therefore does not name the field in its 422. Rejects with the texts of all rejected
 * values, by name, as `createAutosave` expects; any other failure ends it.
 */
export const saveEach = async <Value>(
  values: Record<string, Value>,
  save: (name: string, value: Value) => Promise<unknown>,
): Promise<void> => {
  const errors: Record<string, string[]> = {}
  const saveOne = async (name: string, value: Value) => {
    try {
      await save(name, value)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 422) throw error
      errors[name] = [error.message]
    }
  }
  // At once: a page that is left hears no answer after which it could send the next.
  await Promise.all(Object.entries(values).map(([name, value]) => saveOne(name, value)))
  if (Object.keys(errors).length > 0) throw Object.assign(new Error('values rejected'), { status: 422, errors })
}
