import type { ParentId } from '../events.ts'

/** A user other than the owner who may see a folder, such as a team member. */
interface Watching {
  userId: string
  parentId: ParentId
}

/** Finds, in one query, the users who may see the owner's changed folders. Modules above storage implement it. */
type FindWatchers = (ownerId: string, parentIds: readonly ParentId[]) => Promise<readonly Watching[]>

/** Users who are notified of a folder's changes: its owner and the users found by other modules. */
export class Watchers {
  private readonly finders: FindWatchers[] = []

  /** Registers the finder of another module. */
  add(find: FindWatchers): void {
    this.finders.push(find)
  }

  async find(ownerId: string, parentIds: readonly ParentId[]): Promise<Watching[]> {
    const others = await Promise.all(this.finders.map((find) => find(ownerId, parentIds)))
    return [...parentIds.map((parentId) => ({ userId: ownerId, parentId })), ...others.flat()]
  }
}
