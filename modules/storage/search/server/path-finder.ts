import type { Db } from '../../../platform/index.ts'
import { foldText } from '../../../shared/contract.ts'
import { forbiddenInNames } from '../../tree/contract.ts'
import { activeItems, foldersStartingWith, type NamedFolder, type Scope, type ScopeFinder } from '../../tree/index.ts'
import { type FoundPath, maxCompletions, type PathQuery } from '../contract/find-path.ts'
import { pathParts, typedPart } from '../contract/path-parts.ts'
import { exactSteps, foldedStep, type PathStep } from './path-steps.ts'
import type { SearchIndex } from './search-index.ts'

/** A folder of another account that was opened to the caller. */
interface OpenedFolder extends NamedFolder {
  scope: Scope
}

const refOf = ({ id, name, color, emoji }: NamedFolder): NamedFolder => ({ id, name, color, emoji })
const compareNames = new Intl.Collator('und', { numeric: true, sensitivity: 'accent' }).compare

/** Finds folders and files by their paths, and the folders that complete a path. */
export class PathFinder {
  private readonly db: Db
  private readonly index: SearchIndex
  constructor(db: Db, index: SearchIndex) {
    this.db = db
    this.index = index
  }

  /** From the roots of the caller: their own files and the folders that other accounts opened to them. */
  async find(scopes: ScopeFinder, { path, top }: PathQuery): Promise<FoundPath> {
    const parts = pathParts(path)
    const opened = await this.openedFolders(await scopes.all())
    const { scope, steps } = await this.steps(scopes.own, opened, parts, top)
    const last = steps.length === parts.length ? steps.at(-1) : undefined
    const file = last && !last.is_folder && !path.endsWith('/') ? { id: last.id, name: last.name } : null
    const folders = steps.filter(({ is_folder }) => is_folder).map(refOf)
    const missing = file ? null : (parts[folders.length] ?? null)

    const typed = typedPart(path)
    const above = typed ? parts.length - 1 : parts.length
    const completions =
      typed === null || folders.length < above || forbiddenInNames.test(typed)
        ? []
        : await this.completions(scope, folders[above - 1]?.id ?? null, foldText(typed), above === 0 ? opened : [])
    return {
      data: { folders, file, missing },
      meta: { completions: completions.slice(0, maxCompletions), more: completions.length > maxCompletions },
    }
  }

  /** The folders that the scopes of other accounts begin with, as far as they are active. */
  private async openedFolders(scopes: readonly Scope[]): Promise<OpenedFolder[]> {
    const byRoot = new Map(scopes.flatMap((scope) => (scope.root ? [[scope.root, scope] as const] : [])))
    const [own] = scopes
    if (!own || byRoot.size === 0) return []
    const items = await activeItems(this.db, { ownerId: null, root: null, actor: own.actor }, [...byRoot.keys()])
    return items.map(({ id, attributes: { name, color, emoji } }) => ({
      id,
      name,
      color,
      emoji,
      scope: byRoot.get(id) as Scope,
    }))
  }

  /** The items of the path as far as there are some. Own files come before the folders of others, except before `top`. */
  private async steps(
    own: Scope,
    opened: readonly OpenedFolder[],
    parts: readonly string[],
    top: string | undefined,
  ): Promise<{ scope: Scope; steps: PathStep[] }> {
    const [first = '', ...rest] = parts
    const text = foldText(first.trim())
    const named = opened.filter(({ name }) => foldText(name) === text)
    const wanted = named.find(({ id }) => id === top)
    const ownSteps = wanted ? [] : await this.walk(own.ownerId, null, parts)
    const start = wanted ?? named.find(({ name }) => name === first) ?? named[0]
    if (ownSteps.length > 0 || !start) return { scope: own, steps: ownSteps }
    const below = await this.walk(start.scope.ownerId, start.id, rest)
    return { scope: start.scope, steps: [{ ...refOf(start), is_folder: true }, ...below] }
  }

  /** The items on a path below a folder, null for the owner's root: exactly equal names first, else folded ones. */
  private async walk(owner: string, folder: string | null, parts: readonly string[]): Promise<PathStep[]> {
    const steps: PathStep[] = []
    const impossible = parts.findIndex((part) => forbiddenInNames.test(part))
    const names = impossible < 0 ? parts : parts.slice(0, impossible)
    const folded = await this.index.isReady()
    while (steps.length < names.length) {
      steps.push(...(await exactSteps(this.db, steps.at(-1)?.id ?? folder ?? owner, names.slice(steps.length))))
      const [next, last] = [names[steps.length], steps.at(-1)]
      if (next === undefined || (last && !last.is_folder)) break
      const step = folded ? await foldedStep(this.db, owner, last?.id ?? folder, next) : null
      if (!step) break
      steps.push(step)
    }
    return steps
  }

  private async completions(
    scope: Scope,
    parent: string | null,
    beginning: string,
    opened: readonly OpenedFolder[],
  ): Promise<NamedFolder[]> {
    const owner = parent === null ? scope.actor.userId : scope.ownerId
    if (owner === null) return []
    const own = await foldersStartingWith(this.db, { owner, parent, beginning, count: maxCompletions + 1 })
    const others = opened.filter(({ name }) => foldText(name).startsWith(beginning)).map(refOf)
    return others.length === 0 ? own : [...own, ...others].sort((a, b) => compareNames(a.name, b.name))
  }
}
