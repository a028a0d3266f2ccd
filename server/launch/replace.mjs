import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeBinary, pathWithProject, root } from './paths.mjs'

/** Runs the steps of a launcher; a step that fails ends it with its message and no stack. */
export const launch = (steps) => {
  try {
    steps()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

/**
 * Goes on as `node <args>` under the project's Node, in the same process where the system allows it (one process less
 * in memory, signals and exit code as they are), else as a child that gets our signals and gives us its exit code.
 */
export const continueAs = (args, extraEnv = {}) => {
  const node = nodeBinary()
  const all = ['--import', new URL('./follow-npm.mjs', import.meta.url).href, ...args]
  // Compiled code is kept between starts: a third less work until ready.
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node')
  const env = { ...process.env, PATH: pathWithProject(), NODE_COMPILE_CACHE: cache, ...extraEnv }
  if (process.execve && process.platform === 'linux') {
    process.chdir(root)
    process.removeAllListeners('warning')
    process.execve(node, [node, ...all], env)
  }
  void import('./follow-npm.mjs')
  const child = spawn(node, all, { cwd: root, env, stdio: 'inherit' })
  // Ctrl-C in a terminal reaches the whole process group, the child included; it must not get it twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
