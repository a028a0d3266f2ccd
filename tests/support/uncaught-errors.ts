/**
 * Preloaded into the processes of test files. To know which subtest an uncaught error belongs to, tap follows every promise
 * with asynchronous hooks, which takes a sixth of the processor time of a test. Without them the error fails the file
 * itself: its subtests go on, and its teardowns run.
 */
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const noHook: asyncHooks.AsyncHook = { enable: () => noHook, disable: () => noHook }
// Only tap uses these hooks; AsyncLocalStorage does not need them.
asyncHooks.createHook = () => noHook
syncBuiltinESMExports()

const { default: t } = await import('tap')
process.on('uncaughtException', (error) => {
  // At once, as tap reports it at the end, which a test that waits for ever does not reach.
  console.error(error)
  t.threw(error)
})
