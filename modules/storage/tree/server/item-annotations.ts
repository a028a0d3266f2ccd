import type { Ancestor, Item, ParentRef } from '../contract.ts'
import type { Scope } from './scope.ts'

type Relationship = keyof Item['relationships']
/** Values that another module adds to these items for this caller, by item id; one query for all items. */
export type AnnotationProvider = (scope: Scope, ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>

/** Relationships of items that other modules fill in (`shared`), fetched once per page of a list. */
export class ItemAnnotations {
  private readonly providers = new Map<Relationship, AnnotationProvider>()

  add(relationship: Relationship, provider: AnnotationProvider): void {
    this.providers.set(relationship, provider)
  }

  /** Names of the filled relationships of each item. Empty unless the caller is the owner. */
  async names(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const names = new Map<string, string[]>()
    if (scope.permission !== 'owner' || ids.length === 0) return names
    for (const [relationship, provider] of this.providers)
      for (const id of (await provider(scope, ids)).keys()) names.set(id, [...(names.get(id) ?? []), relationship])
    return names
  }

  /** Adds the annotations to one item and the names of those of its ancestors to the path. Only for the owner. */
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

  /** Adds the annotations to the items, and their names to the folders of a path. Returns the items. Only for the owner. */
  async put(scope: Scope, items: Item[], path: ParentRef[] = []): Promise<Item[]> {
    if (scope.permission !== 'owner' || items.length + path.length === 0) return items
    const ids = [...items, ...path].map(({ id }) => id)
    for (const [relationship, provider] of this.providers) {
      const annotations = await provider(scope, ids)
      for (const { id, relationships } of items)
        if (annotations.has(id)) Object.assign(relationships, { [relationship]: annotations.get(id) })
      for (const folder of path)
        if (annotations.has(folder.id)) folder.badges = [...(folder.badges ?? []), relationship]
    }
    return items
  }
}
