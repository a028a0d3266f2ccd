import type { Sql } from '../../../platform/index.ts'
import type { ParentRef } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { trashedFolders, type Ways, waysTo } from './ancestors.ts'
import { type Bounds, type Candidate, candidatesOf, manyInSample } from './candidates.ts'
import { scoreOf } from './rank.ts'
import { beginnings, insides, kindToken, misspellings, type Terms, wholeName, wholeStem } from './tokens.ts'

export interface Hit extends Candidate {
  score: number
  path: ParentRef[]
}

/** So many good hits, and looser ways of matching are not tried. */
const enough = 20

/** Looks for one sort of items (folders or files), from the strictest way of matching to the loosest: one statement each. */
export class Look {
  private readonly sql: Sql
  private readonly scope: Scope
  private readonly terms: Terms
  private bounds: Bounds
  private readonly hits = new Map<string, Hit>()
  private readonly ways: Ways = new Map()
  constructor(sql: Sql, scope: Scope, terms: Terms, bounds: Bounds) {
    this.sql = sql
    this.scope = scope
    this.terms = terms
    this.bounds = bounds
  }

  async run(): Promise<Hit[]> {
    const { terms } = this
    const begin = beginnings(terms)
    await this.take(begin.length > 0 ? [begin] : [], [wholeName(terms), wholeStem(terms)])
    const inner = insides(terms)
    if (this.hits.size < enough && inner) await this.take([inner])
    if (this.hits.size === 0) {
      const loose = misspellings(terms)
      if (loose.length > 0) await this.take(loose)
    }
    return [...this.hits.values()]
  }

  private async take(sets: string[][], names: string[] = []): Promise<void> {
    const { kind } = this.bounds
    const wanted = { sets: kind ? sets.map((set) => [...set, kindToken(kind)]) : sets, names }
    const found = await candidatesOf(this.sql, this.bounds, wanted)
    const { kept, lost } = await this.keep(found)
    if (found.length < manyInSample || kept >= enough || lost === 0 || this.bounds.hidden.length > 0) return
    // The trash is full of such names and nothing else fitted in: once more without it.
    this.bounds = { ...this.bounds, hidden: await trashedFolders(this.sql, this.scope) }
    await this.keep(await candidatesOf(this.sql, this.bounds, wanted))
  }

  /** Keeps those that really match and that the scope reaches; `lost` are those that match and are out of its reach. */
  private async keep(candidates: readonly Candidate[]): Promise<{ kept: number; lost: number }> {
    const scored = [...new Map(candidates.map((one) => [one.id, one])).values()].flatMap((candidate) => {
      const score = scoreOf(candidate.name, this.terms)
      return score === null ? [] : [{ ...candidate, score }]
    })
    const unknown = new Set(scored.map(({ parent_id }) => parent_id).filter((id) => id !== null && !this.ways.has(id)))
    for (const [id, way] of await waysTo(this.sql, this.scope, [...unknown] as string[])) this.ways.set(id, way)
    let kept = 0
    for (const hit of scored) {
      // Directly at the owner's root: in reach of the whole tree only.
      const path = hit.parent_id === null ? (this.scope.root === null ? [] : null) : this.ways.get(hit.parent_id)
      if (!path) continue
      this.hits.set(hit.id, { ...hit, path })
      kept += 1
    }
    return { kept, lost: scored.length - kept }
  }
}
