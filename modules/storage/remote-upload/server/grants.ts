import type { Tx } from '../../../platform/index.ts'
import type { Grant, Scope } from '../../tree/index.ts'
import type { ChunkRequest } from '../../uploads/index.ts'
import type { ReasonByCode } from './failures.ts'

/** A scope given by a grant, which may end while an operation of the caller still runs. */
export type GrantedScope = Scope & { grant: Grant }

/** A chunk with the restrictions of the grant applied, and the scope it is stored in. */
interface AuthorizedChunk {
  scope: Scope
  chunk: ChunkRequest
}

/** Implemented by the module that gives out grants of one kind. Called while an operation runs after its response. */
export interface GrantValidator {
  /** Whether the caller may still do what the scope permits. */
  isValid(scope: GrantedScope): Promise<boolean>
  /** `Scope.lockPermission` of a stored scope. Absent: the grant may end while a transaction runs. */
  lockPermission?(tx: Tx, scope: GrantedScope): Promise<void>
  /** Applies the grant's restrictions to a chunk that the server fetched. Rejects with the same errors as an upload. */
  authorizeChunk(scope: GrantedScope, chunk: ChunkRequest): Promise<AuthorizedChunk>
  /** Maps the module's own error codes to the reasons shown for a fetched file. */
  failureReasons: ReasonByCode
}

const hasGrant = (scope: Scope): scope is GrantedScope => scope.grant !== undefined && scope.grant !== null

/**
 * Finds the validator of a scope's grant by its kind. Storage knows no kinds of its own: other modules register them.
 * A scope without a grant is valid for the owner of the account only, whose permission no grant gave.
 */
export class GrantRegistry {
  private readonly validators = new Map<string, GrantValidator>()

  register(kind: string, validator: GrantValidator): void {
    this.validators.set(kind, validator)
  }

  async isValid(scope: Scope): Promise<boolean> {
    return hasGrant(scope) ? this.validatorOf(scope).isValid(scope) : scope.permission === 'owner'
  }

  async lockPermission(tx: Tx, scope: Scope): Promise<void> {
    if (hasGrant(scope)) await this.validatorOf(scope).lockPermission?.(tx, scope)
  }

  async authorizeChunk(scope: Scope, chunk: ChunkRequest): Promise<AuthorizedChunk> {
    return hasGrant(scope) ? this.validatorOf(scope).authorizeChunk(scope, chunk) : { scope, chunk }
  }

  failureReasons(scope: Scope): GrantValidator['failureReasons'] {
    return hasGrant(scope) ? this.validatorOf(scope).failureReasons : {}
  }

  private validatorOf({ grant }: GrantedScope): GrantValidator {
    const validator = this.validators.get(grant.kind)
    if (!validator) throw new Error(`no validator is registered for grants of the kind ${grant.kind}`)
    return validator
  }
}
