/**
 * Functions that the code uses and that Safari before 17.4, Firefox before 127 or Chromium before 122 lack, as far as the
 * code uses them. The build lowers syntax and styles (`build.target` in vite.config.ts), but adds no functions. First import
 * of the browser's code.
 */
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
