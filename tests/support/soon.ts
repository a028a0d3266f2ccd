import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'

/** How long what must come may take, ms: longer than a busy machine needs, and nothing waits it out on a free one. */
export const patience = 90_000

/** Reads until `done` says yes, less and less often: calls are limited. What was read last. */
export const until = async <Value>(read: () => Promise<Value>, done: (value: Value) => boolean): Promise<Value> => {
  const end = Date.now() + patience
  for (let pause = 40; ; pause = Math.min(pause * 1.3, 500)) {
    const value = await read()
    if (done(value) || Date.now() > end) return value
    await sleep(pause)
  }
}

/**
 * Asserts what comes a moment after a deed: the focus, the address, rows that follow an answer; or what the server has
 * after the screen, which is ahead of it.
 */
export const soon = async <Value>(t: Test, read: () => Promise<Value>, wanted: Value, message = ''): Promise<void> => {
  const found = await until(read, (value) => isDeepStrictEqual(value, wanted))
  t.strictSame(found, wanted, message)
}

/** The same for a text and what it matches. */
export const soonMatch = async (
  t: Test,
  read: () => Promise<string | null | undefined>,
  wanted: RegExp,
  message = '',
): Promise<void> => {
  const found = await until(read, (value) => wanted.test(value ?? ''))
  t.match(found ?? '', wanted, message)
}
