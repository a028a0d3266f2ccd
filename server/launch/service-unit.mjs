// Reads the systemd unit of the service, as `service install` and `systemctl edit coffer` write it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

export const unitPath = '/etc/systemd/system/coffer.service'
/** A file of a later folder replaces one with the same name. */
const dropInFolders = ['/usr/lib', '/usr/local/lib', '/run', '/etc'].map((f) => `${f}/systemd/system/coffer.service.d`)

/** Name and value of each line of the section [Service]; comments may stand within a continued line. */
const linesOf = (text) => {
  let section = ''
  return text
    .split('\n')
    .filter((line) => !/^\s*[#;]/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1] ?? section
      const [, name, value] = /^\s*(\w+)\s*=(.*)$/.exec(line) ?? []
      return name && section === 'Service' ? [[name, value.trim()]] : []
    })
}

const word = /(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[^\s"'\\])+/g
const part = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\\.|[^"'\\]+)/g

/** The words of a value without their quotes and escapes; `%%` stands for a percent sign. */
const wordsOf = (value) =>
  (value.match(word) ?? []).map((text) =>
    text
      .replaceAll(part, (_, double, single, plain) => double ?? single ?? plain)
      .replaceAll(/\\(.)/g, '$1')
      .replaceAll('%%', '%'),
  )

const parse = (texts) => {
  const unit = { environment: {}, files: [], user: 'coffer' }
  for (const [name, value] of texts.flatMap(linesOf)) {
    if (name === 'User' && value !== '') unit.user = value
    // An empty value removes earlier values.
    if (name === 'EnvironmentFile') unit.files = value === '' ? [] : [...unit.files, value]
    if (name !== 'Environment') continue
    const variables = wordsOf(value).map((text) => [text.split('=', 1)[0], text.slice(text.indexOf('=') + 1)])
    unit.environment = value === '' ? {} : { ...unit.environment, ...Object.fromEntries(variables) }
  }
  return unit
}

const dropIns = (root) => {
  const pathByName = new Map()
  for (const folder of dropInFolders.map((path) => join(root, path)))
    if (existsSync(folder))
      for (const name of readdirSync(folder)) if (name.endsWith('.conf')) pathByName.set(name, join(folder, name))
  return [...pathByName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path)
}

/** The variables that the unit itself sets, without drop-ins and files; null where there is no unit below `root`. */
export const readUnitEnvironment = (root = '/') => {
  const file = join(root, unitPath)
  return existsSync(file) ? parse([readFileSync(file, 'utf8')]).environment : null
}

/** Environment and account of the service, with its drop-ins and environment files; null where it is not installed. */
export const readService = (root = '/') => {
  const file = join(root, unitPath)
  if (!existsSync(file)) return null
  const { environment, files, user } = parse([file, ...dropIns(root)].map((path) => readFileSync(path, 'utf8')))
  for (const entry of files) {
    const path = join(root, entry.replace(/^-/, ''))
    // A file with a dash may be missing.
    if (existsSync(path) || !entry.startsWith('-')) Object.assign(environment, parseEnv(readFileSync(path, 'utf8')))
  }
  return { environment, user }
}
