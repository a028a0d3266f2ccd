import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { nodeBinary, root } from './paths.mjs'

// The headless shell first: a whole Chromium keeps a hidden new-tab page busy (a core for each window, seen with 156).
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const onPath = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

const run = (command, args) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const fromPlaywright = () => {
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  const path = spawnSync(nodeBinary(), ['-e', script], { cwd: root, encoding: 'utf8' }).stdout.trim()
  if (!existsSync(path)) run(nodeBinary(), [cli, 'install', 'chromium'])
  return existsSync(path) ? path : undefined
}

/** Path of a Chromium: CHROMIUM_PATH, an installed one, Debian's headless shell (installed when root), else Playwright's. Throws when there is none. */
export const ensureChromium = () => {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const found = onPath()
  if (found) return found
  console.error('Installing Chromium for the browser tests …')
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && run('apt-get', ['update', '-qq']))
    ['chromium-headless-shell', 'chromium'].some((name) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]),
    )
  const installed = onPath() ?? fromPlaywright()
  if (!installed) throw new Error('No Chromium: install one and set CHROMIUM_PATH.')
  return installed
}
