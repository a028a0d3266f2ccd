import type { AnySetting } from '../../modules/platform/index.ts'
import { settingDefinitions } from '../settings.ts'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = ([key, { type, default: standard, effect, public: fields, internal }]: [string, AnySetting]) =>
  [
    `\`${key}\``,
    effect,
    type.accepts,
    type.format(standard) === '' ? '(empty)' : `\`${type.format(standard)}\``,
    fields ? 'everybody' : 'administrators',
    internal ? 'the setup only' : 'administrators',
  ]
    .map(cell)
    .join(' | ')

/** `docs/settings.md` from the definitions of all modules. */
export const settingsDocs = (): string =>
  [
    '# Settings',
    '',
    'Change one with `npm run cli -- setting <name> <value>`, go back to the default with `--default`. This file is written by `npm run -s cli -- setting --docs > docs/settings.md`.',
    '',
    '| setting | effect | accepts | default | read by | written by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...Object.entries(settingDefinitions)
      .sort(([a], [b]) => a.localeCompare(b))
      .map((entry) => `| ${row(entry)} |`),
    '',
  ].join('\n')
