import type { Sql } from '../../../platform/index.ts'
import type { ParentRef } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { type AncestorPaths, ancestorsOf, trashedFolders } from '../../tree/index.ts'
import type { SearchBounds } from './bounds.ts'
import { largeSample, type SearchCandidate } from './candidates.ts'
import { locateInArea, type SearchArea } from './search-area.ts'

export interface SearchHit extends SearchCandidate {
  score: number
  /** Scope in which the item was found; `path`: of its parent, from the root of the scope. */
  scope: Scope
  path: ParentRef[]
  /** Found by its content. */
  inContent?: boolean
}

/** With this many hits, looser steps are skipped. */
export const minGoodHits = 20

/** Reads candidates within these bounds. */
type ReadCandidates = (bounds: SearchBounds) => Promise<SearchCandidate[]>
/** Null for a candidate that does not match. */
type Score = (candidate: SearchCandidate) => number | null

/** The candidates of an area that match and lie in it: no others become hits, however they were read. */
export class AreaHits {
  private readonly sql: Sql
  private readonly area: SearchArea
  private readonly score: Score
  private bounds: SearchBounds
  private readonly hits = new Map<string, SearchHit>()
  private readonly paths: AncestorPaths = new Map()
  private excludesTrashed = false
  constructor(sql: Sql, area: SearchArea, bounds: SearchBounds, score: Score) {
    this.sql = sql
    this.area = area
    this.bounds = bounds
    this.score = score
  }

  get count(): number {
    return this.hits.size
  }

  all(): SearchHit[] {
    return [...this.hits.values()]
  }

  /** Adds what one step reads. */
  async addFrom(read: ReadCandidates): Promise<void> {
    const candidates = await read(this.bounds)
    const { added, outOfScope } = await this.add(candidates)
    if (candidates.length < largeSample || added >= minGoodHits || outOfScope === 0 || this.excludesTrashed) return
    // Trashed items filled the candidates: retries without the trashed folders.
    this.excludesTrashed = true
    const trashed = await trashedFolders(this.sql, this.area.ownerId)
    this.bounds = { ...this.bounds, excludedIds: [...this.bounds.excludedIds, ...trashed] }
    await this.add(await read(this.bounds))
  }

  /** `outOfScope` counts matches outside of the area. */
  private async add(candidates: readonly SearchCandidate[]): Promise<{ added: number; outOfScope: number }> {
    const scored = [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()].flatMap(
      (candidate) => {
        const score = this.score(candidate)
        return score === null ? [] : [{ ...candidate, score }]
      },
    )
    const missing = new Set(scored.map(({ parent_id }) => parent_id).filter((id) => id !== null && !this.paths.has(id)))
    const owner = { ownerId: this.area.ownerId, root: null }
    for (const [id, path] of await ancestorsOf(this.sql, owner, [...missing] as string[])) this.paths.set(id, path)
    let added = 0
    for (const hit of scored) {
      const path = hit.parent_id === null ? [] : this.paths.get(hit.parent_id)
      const location = path && locateInArea(this.area, hit.id, path)
      if (!location) continue
      this.hits.set(hit.id, { ...hit, ...location })
      added += 1
    }
    return { added, outOfScope: scored.length - added }
  }
}
