import { spawn } from 'node:child_process'
import { compileCache, nodeBinary, pathWithProject, root } from './paths.mjs'

/** Runs the steps of a launcher. A step that throws ends the process with its message, without a stack. */
export const launch = (steps) => {
  try {
    steps()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

/**
 * Runs `node <args>` under the project's Node: in this process where the system can replace it (saves the memory of one
 * process; signals and exit code need no forwarding), otherwise as a child process with forwarded signals and exit code.
 */
export const execWithProjectNode = (args, extraEnv = {}) => {
  const node = nodeBinary()
  const isPackage = root.includes('/node_modules/')
  const imported = ['./follow-npm.mjs', ...(isPackage ? ['./strip-types.mjs'] : [])]
  const all = [
    ...(isPackage ? ['--disable-warning=ExperimentalWarning'] : []),
    ...imported.flatMap((file) => ['--import', new URL(file, import.meta.url).href]),
    ...args,
  ]
  const cache = process.env.NODE_COMPILE_CACHE ?? compileCache
  const env = { ...process.env, PATH: pathWithProject(), NODE_COMPILE_CACHE: cache, ...extraEnv }
  if (process.execve && process.platform === 'linux') {
    process.chdir(root)
    process.removeAllListeners('warning')
    process.execve(node, [node, ...all], env)
  }
  void import('./follow-npm.mjs')
  const child = spawn(node, all, { cwd: root, env, stdio: 'inherit' })
  // Ctrl-C in a terminal reaches the whole process group; the child must not receive it twice.
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
