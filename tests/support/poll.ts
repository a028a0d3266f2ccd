import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'

/** How long a test waits for anything, ms: more than a busy machine needs, and less than a test file may take. */
export const deadlineMs = 60_000

/** Reads the polled value, or a promise of it. */
type Read<Value> = () => Value | Promise<Value>

/** Reads until the value satisfies `done`, or until the deadline; the last value read. */
const readUntil = async <Value>(read: Read<Value>, done: (value: Value) => boolean): Promise<Value> => {
  const end = Date.now() + deadlineMs
  // Less and less often, because calls of the API are limited.
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.4, 500)) {
    const value = await read()
    if (done(value) || Date.now() > end) return value
    await sleep(pauseMs)
  }
}

/** Waits until the value read satisfies `done` (default: is truthy) and returns it; fails at the deadline. */
export const poll = async <Value>(read: Read<Value>, done: (value: Value) => boolean = Boolean): Promise<Value> => {
  const value = await readUntil(read, done)
  if (!done(value)) throw new Error(`not within ${deadlineMs} ms; last value: ${inspect(value)}`)
  return value
}

/** Asserts that the read value becomes the expected one before the deadline: the screen and the server lag behind. */
export const eventually = async <Value>(t: Test, read: Read<Value>, expected: Value, message = ''): Promise<void> => {
  const found = await readUntil(read, (value) => isDeepStrictEqual(value, expected))
  t.strictSame(found, expected, message)
}

/** The same for a text and a pattern. */
export const eventuallyMatches = async (
  t: Test,
  read: Read<string | null | undefined>,
  expected: RegExp,
  message = '',
): Promise<void> => {
  const found = await readUntil(read, (value) => expected.test(value ?? ''))
  t.match(found ?? '', expected, message)
}
