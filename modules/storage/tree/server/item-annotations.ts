import type { Ancestor, Item, ParentRef } from '../contract.ts'
import type { Scope } from './scope.ts'

type Relationship = keyof Item['relationships']
/** What another module knows of these items, for this caller; one query for all of them. */
export type AnnotationProvider = (scope: Scope, ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>

/** Relationships of items that other modules fill in (`shared`), asked for a page of a list at once. */
export class ItemAnnotations {
  private readonly providers = new Map<Relationship, AnnotationProvider>()

  add(relationship: Relationship, provider: AnnotationProvider): void {
    this.providers.set(relationship, provider)
  }

  /** Names of what is known of each of these items; the owner's own lists only. */
  async names(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const names = new Map<string, string[]>()
    if (scope.permission !== 'owner' || ids.length === 0) return names
    for (const [relationship, provider] of this.providers)
      for (const id of (await provider(scope, ids)).keys()) names.set(id, [...(names.get(id) ?? []), relationship])
    return names
  }

  /** Adds the relationships of one item, and the names of those of its ancestors; the owner's own lists only. */
  async putBelow(scope: Scope, item: Item, path: readonly ParentRef[]): Promise<Ancestor[]> {
    const ancestors: Ancestor[] = path.map((folder) => ({ ...folder, badges: [] }))
    if (scope.permission !== 'owner') return ancestors
    const ids = [item.id, ...path.map(({ id }) => id)]
    for (const [relationship, provider] of this.providers) {
      const annotations = await provider(scope, ids)
      if (annotations.has(item.id)) Object.assign(item.relationships, { [relationship]: annotations.get(item.id) })
      for (const { id, badges } of ancestors) if (annotations.has(id)) badges.push(relationship)
    }
    return ancestors
  }

  /** The same items with their marks; the owner's own lists only. */
  async put(scope: Scope, items: Item[]): Promise<Item[]> {
    if (scope.permission !== 'owner' || items.length === 0) return items
    const ids = items.map(({ id }) => id)
    for (const [relationship, provider] of this.providers) {
      const annotations = await provider(scope, ids)
      for (const { id, relationships } of items)
        if (annotations.has(id)) Object.assign(relationships, { [relationship]: annotations.get(id) })
    }
    return items
  }
}
