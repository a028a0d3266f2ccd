import { AppError, type Db } from '../../../platform/index.ts'
import { isUuid } from '../../../shared/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { may, storageErrors } from '../../tree/index.ts'
import type { InFlight } from './in-flight.ts'
import { freeQuota, reservesFullSize, unfilledReservations } from './reservation.ts'
import { findSession } from './sessions.ts'
import type { UploadTargetCache } from './upload-target-cache.ts'

/** A form of which only the headers are known. */
export interface ArrivingForm {
  /** Network of the caller (`networkOf`). */
  network: string
  /** Bytes of the whole form; null where the sender did not announce them. */
  length: number | null
  /** Maximum bytes of its file; null: no limit. */
  maxFileBytes: number | null
  /** Scopes that the form's fields may choose from. */
  scopes(): Promise<readonly Scope[]>
}

/** Where a form's bytes are counted. */
interface Room {
  ownerId: string
  /** Free quota in bytes when the form began, with what the caller's own uploads have reserved; null: no limit. */
  free: number | null
  /** Whether announced bytes count, as in reservations of sessions. */
  countsAnnounced: boolean
}

interface ChosenRoom extends Room {
  /** The most free bytes of any account that may receive the form: the form's fields tell later which one does. */
  maxFree: number
}

/** A form that is received. Its bytes and the form itself are counted until `end`. */
export class AdmittedForm {
  /** Whether the caller has an upload of this id. */
  readonly hasUpload: (uploadId: string) => Promise<boolean>
  private counted = 0
  private readonly inFlight: InFlight
  private readonly room: ChosenRoom
  private readonly maxFileBytes: number | null
  private ended: (() => void) | null
  constructor(
    inFlight: InFlight,
    room: ChosenRoom,
    maxFileBytes: number | null,
    hasUpload: AdmittedForm['hasUpload'],
    ended: () => void,
  ) {
    this.hasUpload = hasUpload
    this.inFlight = inFlight
    this.room = room
    this.maxFileBytes = maxFileBytes
    this.ended = ended
  }

  /** Records that its file has at least so many bytes. Errors as of `receive`. */
  announce(bytes: number): void {
    this.check(bytes)
    if (this.room.countsAnnounced) this.count(Math.max(0, bytes))
  }

  /** Counts the bytes of its file that arrived so far. 413 for a file above the limit, 423 beyond the free quota. */
  receive(bytes: number): void {
    this.check(bytes)
    if (bytes > this.counted) this.count(bytes)
  }

  /** Whether a file of so many bytes would have room in an account if no other bytes were on their way. */
  fitsAlone(bytes: number): boolean {
    return bytes <= this.room.maxFree
  }

  /** Ends the count of its bytes: they were discarded, or are counted elsewhere from here on. */
  releaseBytes(): void {
    this.count(0)
  }

  end(): void {
    this.releaseBytes()
    this.ended?.()
    this.ended = null
  }

  private check(bytes: number): void {
    const { ownerId, free } = this.room
    if (this.maxFileBytes !== null && bytes > this.maxFileBytes) throw storageErrors.fail('too-large')
    const ofOthers = this.inFlight.bytesOf(ownerId) - this.counted
    if (free === null || ofOthers + bytes <= free) return
    // At once, not after its file was deleted, so that the other forms are not rejected as well.
    this.releaseBytes()
    throw storageErrors.fail('quota-exceeded')
  }

  private count(bytes: number): void {
    this.inFlight.addBytes(this.room.ownerId, bytes - this.counted)
    this.counted = bytes
  }
}

/**
 * Admits forms. A form's file is spooled before its fields tell which upload it belongs to, so before any session limits
 * it: `InFlight` counts the bytes on their way.
 */
export class FormAdmission {
  private readonly db: Db
  private readonly targets: UploadTargetCache
  private readonly inFlight: InFlight
  constructor(db: Db, targets: UploadTargetCache, inFlight: InFlight) {
    this.db = db
    this.targets = targets
    this.inFlight = inFlight
  }

  /** 401 where no account may receive it, 429 for too many at a time. The caller must `end` the form. */
  async admit(caller: Scope, form: ArrivingForm): Promise<AdmittedForm> {
    const ended = this.inFlight.addSpooled(caller, form.network)
    const hasUpload = async (id: string) =>
      isUuid(id) && (await findSession(this.db, caller.actor.key, id.toLowerCase())) !== null
    try {
      return new AdmittedForm(this.inFlight, await this.roomFor(form), form.maxFileBytes, hasUpload, ended)
    } catch (error) {
      ended()
      throw error
    }
  }

  /** The first account that has room for the whole form, else the one with the most room. */
  private async roomFor({ scopes, length }: ArrivingForm): Promise<ChosenRoom> {
    const byOwner = new Map(
      (await scopes()).filter((scope) => may(scope, 'upload')).map((scope) => [scope.ownerId, scope]),
    )
    let best: { room: Room; left: number } | null = null
    let maxFree = 0
    let rejection: unknown = storageErrors.fail('forbidden')
    for (const scope of byOwner.values()) {
      try {
        const room = await this.roomOf(scope)
        const left = room.free === null ? Number.POSITIVE_INFINITY : room.free - this.inFlight.bytesOf(room.ownerId)
        if (best === null || left > best.left) best = { room, left }
        maxFree = Math.max(maxFree, room.free ?? Number.POSITIVE_INFINITY)
        if (left >= (length ?? Number.POSITIVE_INFINITY)) break
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'upload-restricted') throw error
        rejection = error
      }
    }
    if (!best) throw rejection
    return { ...best.room, maxFree }
  }

  private async roomOf(scope: Scope): Promise<Room> {
    const { ownerId } = scope
    const limit = await this.targets.limit(scope, 0)
    if (limit === null) return { ownerId, free: null, countsAnnounced: reservesFullSize(scope) }
    // The form may be a chunk of an upload that has reserved its size: which one, its fields tell later.
    const [quota, reserved] = [
      await freeQuota(this.db, ownerId, limit),
      await unfilledReservations(this.db, ownerId, scope.actor.key),
    ]
    return { ownerId, free: quota + reserved, countsAnnounced: reservesFullSize(scope) }
  }
}
