import type { Sql } from '../../../platform/index.ts'
import type { Ancestor, FolderNode, Item, ParentRef } from '../contract.ts'
import type { Scope } from './scope.ts'

type Relationship = keyof Item['relationships']
/** Values that another module adds to these items for this caller, by item id; one query for all items. */
type AnnotationProvider = (scope: Scope, ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>

/** Whether another module has bound something to an item that ends with it. */
type BindingProvider = (sql: Sql, id: string) => Promise<boolean>

/** Relationships of items that other modules fill in (`shared`), fetched once per page of a list. */
export class ItemAnnotations {
  private readonly providers = new Map<Relationship, AnnotationProvider>()
  /** Providers that are asked for a single item and its ancestors only. */
  private readonly detailProviders = new Map<Relationship, AnnotationProvider>()

  private readonly bindings: BindingProvider[] = []

  add(relationship: Relationship, provider: AnnotationProvider): void {
    this.providers.set(relationship, provider)
  }

  /** Like `add`, for annotations that lists do not show. */
  addDetail(relationship: Relationship, provider: AnnotationProvider): void {
    this.detailProviders.set(relationship, provider)
  }

  /** Provider of what lists show only in part, as links without those that have expired. */
  addBinding(provider: BindingProvider): void {
    this.bindings.push(provider)
  }

  /** Whether something of another module would end with the item. Final while the item is locked for an update. */
  async isBound(sql: Sql, id: string): Promise<boolean> {
    for (const isBound of this.bindings) if (await isBound(sql, id)) return true
    return false
  }

  /** Adds the annotations to one item and to the folders of its path. Only for the owner. */
  async putBelow(scope: Scope, item: Item, path: readonly ParentRef[]): Promise<Ancestor[]> {
    const ancestors: Ancestor[] = path.map((folder) => ({ ...folder, badges: [], relationships: {} }))
    if (scope.permission !== 'owner') return ancestors
    const ids = [item.id, ...path.map(({ id }) => id)]
    for (const [relationship, provider] of [...this.providers, ...this.detailProviders]) {
      const annotations = await provider(scope, ids)
      if (annotations.has(item.id)) Object.assign(item.relationships, { [relationship]: annotations.get(item.id) })
      for (const { id, badges, relationships } of ancestors) {
        if (!annotations.has(id)) continue
        badges.push(relationship)
        Object.assign(relationships, { [relationship]: annotations.get(id) })
      }
    }
    return ancestors
  }

  /**
   * Adds the annotations to the items and returns them, and their names to folders of a path or of the tree, of the same
   * owner. Only for the owner.
   */
  async put(scope: Scope, items: Item[], folders: readonly (ParentRef | FolderNode)[] = []): Promise<Item[]> {
    if (scope.permission !== 'owner' || items.length + folders.length === 0) return items
    const ids = [...new Set([...items, ...folders].map(({ id }) => id))]
    for (const [relationship, provider] of this.providers) {
      const annotations = await provider(scope, ids)
      for (const { id, relationships } of items)
        if (annotations.has(id)) Object.assign(relationships, { [relationship]: annotations.get(id) })
      for (const folder of folders)
        if (annotations.has(folder.id)) folder.badges = [...(folder.badges ?? []), relationship]
    }
    return items
  }
}
