import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../openapi/document.ts'
import { pathFromTerminal, readArgs } from './args.ts'
import { withoutDatabase } from './without-database.ts'

/** Writes the OpenAPI document of every endpoint, to stdout or a file; needs no database. */
export const openapiCommand = async (args: readonly string[]): Promise<void> => {
  // The output is JSON even without `--json`.
  const { values } = readArgs(args, { out: 'string', json: 'boolean' })
  await withoutDatabase(async ({ app }) => {
    const text = `${JSON.stringify(openApiDocument(app), null, 2)}\n`
    if (values.out) writeFileSync(pathFromTerminal(values.out), text)
    else process.stdout.write(text)
  })
}
