import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Folders of all pages (`modules/site/pages/index`), so that a test over every page notices a new one. */
export const pageFolders = (): string[] =>
  ['modules', 'pages']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
    )
    .filter((path) => path.endsWith('+Page.tsx'))
    .map((path) => path.slice(0, -'/+Page.tsx'.length))
    .sort()
