import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'
import { createLatestRequest } from './latest-request.ts'
import { useLatest } from './useLatest.ts'

interface Loaded<Data> {
  /** Data of the last load that succeeded; null before. They stay during later loads and after a failure. */
  data: Data | null
  /** Error of the last load, until `reload` has succeeded or the keys change: what shows it stays while it is retried. */
  error: unknown
  /** Loads again. Resolves when the load has ended, also with an error. */
  reload: () => Promise<void>
  /** Changes the data until the next load, such as after a row was deleted. */
  setData: Dispatch<SetStateAction<Data | null>>
}

/**
 * Loads data of a component after it is mounted and after each change of `keys`, `delayMs` later. `load`: null where there
 * is nothing to load. Only the last load counts: the signal of an earlier one is aborted. Data of former keys stay until the
 * new ones are loaded: where they must not be shown, the component needs a React key.
 */
export const useLoad = <Data>(
  load: ((signal: AbortSignal) => Promise<Data>) | null,
  keys: readonly unknown[],
  delayMs = 0,
): Loaded<Data> => {
  const [data, setData] = useState<Data | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [requests] = useState(createLatestRequest)
  const latest = useLatest(load)
  const reload = useCallback(async () => {
    const signal = requests.begin()
    try {
      const loaded = await latest.current?.(signal)
      if (signal.aborted) return
      setData(loaded ?? null)
      setError(null)
    } catch (failure) {
      if (!signal.aborted) setError(failure)
    }
  }, [requests])
  const isOff = load === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the data depend on
  useEffect(() => {
    setError(null)
    const timer = isOff || delayMs === 0 ? undefined : setTimeout(() => void reload(), delayMs)
    if (!isOff && delayMs === 0) void reload()
    return () => {
      clearTimeout(timer)
      requests.abort()
    }
  }, [isOff, reload, ...keys])
  return { data, error: isOff ? null : error, reload, setData }
}
