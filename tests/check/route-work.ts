import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Calls that belong into a service: a command or a job that calls the service would leave out the rest of the route. */
const forbidden: readonly [name: string, pattern: RegExp][] = [
  ['audit(…)', /\baudit\(/],
  ['transaction(…)', /\.transaction\(/],
]

interface Checked {
  /** Files of routes that were read. */
  files: number
  faults: string[]
}

/**
 * Finds work that routes do themselves: audit entries and transactions. A route builds a scope, calls a service and returns
 * the resource.
 */
export const checkRouteWork = (tree: string): Checked => {
  const files = globSync('{modules,server}/**/*.routes.ts', { cwd: tree })
  const faults = files.flatMap((file) =>
    readFileSync(join(tree, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        forbidden.flatMap(([name, pattern]) =>
          pattern.test(line) ? [`${file}:${index + 1}: ${name} in a route; move it into a service`] : [],
        ),
      ),
  )
  return { files: files.length, faults }
}
