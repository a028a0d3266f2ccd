import { readExports } from './exported-names.ts'

const shown = 'the service, and the component that shows its data'
const dataAndService = 'the data in the contract, and the service that reads or changes it'
const endpoint = 'the endpoint in the contract, and the function that answers it'

/** Names of one thing on both sides of a module, with the reason; in several modules where the reason names them. */
const allowedNames: Readonly<Record<string, string>> = {
  AccessLog: shown,
  Dashboard: dataAndService,
  FailedJobs: shown,
  Favorites: shown,
  Health: dataAndService,
  listSubscriptions: endpoint,
  listTransactions: endpoint,
  NotificationSettings: shown,
  OpenUploads: shown,
  Operations: shown,
  OwnedFileRequests: shown,
  Presence: shown,
  Profile: dataAndService,
  Recipients: shown,
  RemoteUploads: shown,
  SignIn: 'the service that checks credentials, and the form that sends them',
  trashSummary: endpoint,
}
/** One list in each module, which the table in docs/security.md names by its file. */
const oneInEachModule = new Set(['rateLimits'])

const moduleOf = (file: string): string => /^modules\/[^/]+/.exec(file)?.[0] ?? file

const faultOf = (name: string, files: readonly string[], allowed: Readonly<Record<string, string>>): string[] => {
  const modules = new Set(files.map(moduleOf))
  if (oneInEachModule.has(name) && modules.size === files.length) return []
  if (allowed[name] && files.length === 2 && modules.size === 1) return []
  return [`${name}: exported by ${files.join(', ')}; a name leads to one file`]
}

/**
 * Names that the product exports, and those that more than one file exports: “go to symbol” by such a name leads to another
 * thing. A schema and its type, which have one name in one file, count once.
 */
export const checkRepeatedExports = (
  tree: string,
  allowed: Readonly<Record<string, string>> = allowedNames,
): { exports: number; faults: string[] } => {
  const { exported } = readExports(tree)
  const filesOf = new Map<string, Set<string>>()
  for (const { name, file } of exported)
    if (!/\.test\.tsx?$/.test(file)) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
  const repeated = Array.from(filesOf, ([name, files]) => ({ name, files: [...files].sort() })).filter(
    ({ files }) => files.length > 1,
  )
  const unneeded = Object.keys(allowed).filter((name) => !repeated.some((each) => each.name === name))
  return {
    exports: filesOf.size,
    faults: [
      ...repeated.flatMap(({ name, files }) => faultOf(name, files, allowed)),
      ...unneeded.map((name) => `${name}: exported once; remove it from the names that may be exported twice`),
    ],
  }
}
