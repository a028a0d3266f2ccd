/**
 * Functions that the code uses and that Safari before 17.4, Firefox before 127 or Chromium before 122 lack, as far as the
 * code uses them. The build lowers syntax and styles (`build.target` in vite.config.ts), but adds no functions. First import
 * of the browser's code.
 */

/** Read before they are added: browsers that lack offsets as time zones (Safari before 17.4, Chromium before 120) lack one of these. */
const isOlder = !('withResolvers' in Promise && 'union' in Set.prototype)

const add = (target: object, functions: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(functions))
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
}

add(Promise, {
  withResolvers() {
    const made: Record<string, unknown> = {}
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
    return made
  },
})
add(Map, {
  groupBy<Key, Value>(values: Iterable<Value>, keyOf: (value: Value, index: number) => Key) {
    const groups = new Map<Key, Value[]>()
    for (const [index, value] of [...values].entries()) {
      const key = keyOf(value, index)
      const group = groups.get(key)
      if (group) group.push(value)
      else groups.set(key, [value])
    }
    return groups
  },
})
add(Set.prototype, {
  union(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this, ...other])
  },
  difference(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this].filter((value) => !other.has(value)))
  },
  isDisjointFrom(this: Set<unknown>, other: Set<unknown>) {
    return ![...this].some((value) => other.has(value))
  },
})
add(AbortSignal, {
  any(signals: readonly AbortSignal[]) {
    const any = new AbortController()
    for (const signal of signals) {
      const abort = () => any.abort(signal.reason)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true, signal: any.signal })
    }
    return any.signal
  },
})
add(URL, {
  canParse(url: string, base?: string) {
    try {
      return Boolean(new URL(url, base))
    } catch {
      return false
    }
  },
})

const { DateTimeFormat } = Intl
/** For time zones such as `+05:45` it formats shifted times in UTC. */
function FormatWithOffsets(locales: string, options?: Intl.DateTimeFormatOptions) {
  const zone = options?.timeZone ?? ''
  if (!/^[+-]/.test(zone)) return new DateTimeFormat(locales, options)
  const { format } = new DateTimeFormat(locales, { ...options, timeZone: 'UTC' })
  const midnight = Date.parse(`1970-01-01T00:00${zone}`)
  return { format: (at: Date | number) => format(Number(at) - midnight) }
}
if (isOlder) Intl.DateTimeFormat = FormatWithOffsets as never
