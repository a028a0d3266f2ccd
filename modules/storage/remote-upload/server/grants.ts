import type { Ground, Scope } from '../../tree/index.ts'
import type { ChunkRequest } from '../../uploads/index.ts'
import type { RemoteReason } from '../contract.ts'

/** A scope whose right may end while a deed of its caller goes on. */
export type Grounded = Scope & { ground: Ground }

export interface Amended {
  scope: Scope
  chunk: ChunkRequest
}

/** The word of the module that gave a right, asked again while a deed goes on behind its answer. */
export interface GroundKeeper {
  /** Whether the caller may still do what the scope says. */
  holds(scope: Grounded): Promise<boolean>
  /**
   * A part of a file that is fetched for the caller, with the terms of their way in added, and the scope it goes into;
   * refuses as for an upload.
   */
  amend(scope: Grounded, chunk: ChunkRequest): Promise<Amended>
  /** What the keeper's own refusals mean for a file that is fetched, by error code. */
  reasons: Readonly<Record<string, RemoteReason>>
}

const isGrounded = (scope: Scope): scope is Grounded => scope.ground !== undefined && scope.ground !== null

/** Grounds by kind. Storage knows the kinds only from those who register them; accounts of their own need none. */
export class Grounds {
  private readonly keepers = new Map<string, GroundKeeper>()

  add(kind: string, keeper: GroundKeeper): void {
    this.keepers.set(kind, keeper)
  }

  async holds(scope: Scope): Promise<boolean> {
    return !isGrounded(scope) || (await this.keeper(scope).holds(scope))
  }

  async amend(scope: Scope, chunk: ChunkRequest): Promise<Amended> {
    return isGrounded(scope) ? this.keeper(scope).amend(scope, chunk) : { scope, chunk }
  }

  reasons(scope: Scope): GroundKeeper['reasons'] {
    return isGrounded(scope) ? this.keeper(scope).reasons : {}
  }

  private keeper({ ground }: Grounded): GroundKeeper {
    const keeper = this.keepers.get(ground.kind)
    if (!keeper) throw new Error(`nobody keeps grounds of the kind ${ground.kind}`)
    return keeper
  }
}
