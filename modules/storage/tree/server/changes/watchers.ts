import type { ParentId } from '../events.ts'

/** Someone besides the owner who may see these folders: team members, for one. */
export interface Watching {
  userId: string
  parentId: ParentId
}

/** Who of them may see which of the owner's changed folders, in one query; modules above storage know. */
export type FindWatchers = (ownerId: string, parentIds: readonly ParentId[]) => Promise<readonly Watching[]>

/** The people who are told of a folder's changes: its owner, and whom other modules find. */
export class Watchers {
  private readonly finders: FindWatchers[] = []

  /** Another module adds the people it lets see folders. */
  add(find: FindWatchers): void {
    this.finders.push(find)
  }

  async of(ownerId: string, parentIds: readonly ParentId[]): Promise<Watching[]> {
    const found = await Promise.all(this.finders.map((find) => find(ownerId, parentIds)))
    return [...parentIds.map((parentId) => ({ userId: ownerId, parentId })), ...found.flat()]
  }
}
