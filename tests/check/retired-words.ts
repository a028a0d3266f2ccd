import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Words of the project's former private language, each with the term that takes its place. They may not return in code,
 * comments, tests or documents. Migrations are history and stay as they were written.
 */
const retired: readonly [words: string, instead: string][] = [
  ['deeds?|\\w*Deeds?', 'action, operation'],
  ['wish|wishes|wished|\\w*Wish(?:es)?', 'request, intent'],
  ['vouch(?:es|er|ers)?|Vouch(?:er|ers)?', 'token authenticator'],
  ['[Gg]round(?:s|ed|less)|GroundKeepers?', 'grant'],
  ['payers?|payer[A-Z_]\\w*', 'owner'],
  ['[Kk]eepers?|\\w+Keeper', 'store, supervisor, journal, validator'],
  ['[Rr]efus(?:e|es|ed|als?|ing)|refus(?:e|al)[A-Z]\\w*', 'reject, error'],
  ['strangers?', 'anonymous visitor'],
  ['nobody|isNobody', 'no account, bot'],
  ['takings?|Taking', 'download transfer'],
  ['[Gg]ates?|GateAnswer', 'entitlement'],
  ['[Tt]ally|[Tt]allies|\\w*Tally', 'counters'],
  ['patience', 'a name with its unit: …TimeoutMs, …DelayMs'],
  ['takeBack|taken back|take-back|taking back', 'undo'],
  ['throwAway|bringBack|putBack|putAside|put aside', 'markTrashed, restore, rollBack, archive'],
  ['sealed', 'encrypted'],
  ['alongside', 'in the same transaction'],
  ['mosaic|Mosaic', 'sections'],
  ['upkeep|Upkeep', 'maintenance'],
  ['the how manieth|how manieth', 'nth'],
  ['isGathered|Gathered', 'flat view'],
  ['dig', 'extract'],
  ['[Gg]uests?|\\w*Guest\\w*|guest[A-Z]\\w*', 'visitor, uploader'],
  ['told apart|tells? apart', 'distinguish'],
  ['(?:/\\*\\*|//) Of', 'a noun phrase that names the thing: “Label of …”'],
  // Documents that are not in the repository.
  [
    '(?:PRODUCT|API|SECURITY|UI|BEYOND)(?:\\.md| (?:§|A[0-9]))|[Ii]ssues? [0-9]+|security plan',
    'the rule itself, D… of contract-decisions.md, A… of security.md',
  ],
]

const word = (words: string) => new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`)
const patterns = retired.map(([words, instead]) => ({ name: words, pattern: word(words), instead }))
type RetiredWord = (typeof patterns)[number]

const searched = [
  '{modules,server,pages,renderer,tests}/**/*.{ts,tsx,mjs,md,css}',
  '*.{ts,md}',
  'docs/**/*.md',
  '.dependency-cruiser.cjs',
]
const own = [
  'tests/check/retired-words.ts',
  'tests/check/retired-words.test.ts',
  // Has the names before the migration.
  'modules/sharing/server/tests/uploader-grants-migration.test.ts',
]

/** Lines of a text that hold the word. */
const findWord = ({ pattern, instead }: RetiredWord, file: string, text: string): string[] =>
  text.split('\n').flatMap((line, at) => {
    const found = pattern.exec(line)
    return found ? [`${file}:${at + 1}: “${found[0]}”: ${instead}`] : []
  })

/**
 * Finds that are still there, by entry of `retired`. The numbers only go down: more is a fault, and so
 * is a number that is too high.
 */
const remaining: Readonly<Record<string, number>> = {
  'nobody|isNobody': 3,
  // In a list of common passwords.
  '[Gg]uests?|\\w*Guest\\w*|guest[A-Z]\\w*': 1,
  'takings?|Taking': 1,
}

interface Checked {
  /** Files read. */
  files: number
  faults: string[]
}

/** Finds retired words in the files of `tree`. */
export const checkRetiredWords = (tree: string, allowed: Readonly<Record<string, number>> = remaining): Checked => {
  const files = [...new Set(searched.flatMap((pattern) => globSync(pattern, { cwd: tree })))].filter(
    (file) => !own.includes(file) && !file.includes('node_modules') && !file.startsWith('tests/.artifacts'),
  )
  const texts = files.map((file) => ({ file, text: readFileSync(join(tree, file), 'utf8') }))
  const faults = patterns.flatMap((retiredWord) => {
    const found = texts.flatMap(({ file, text }) => findWord(retiredWord, file, text))
    const limit = allowed[retiredWord.name] ?? 0
    if (found.length > limit) return [`${found.length} finds, ${limit} are known:`, ...found]
    return found.length < limit ? [`“${retiredWord.name}”: ${found.length} finds; lower its number from ${limit}`] : []
  })
  return { files: files.length, faults }
}
