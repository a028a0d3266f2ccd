import type { Sql } from '../../../platform/index.ts'
import type { ParentRef } from '../../contract.ts'
import type { Scope } from '../scope.ts'
import { type Bounds, type Candidate, candidatesOf } from './candidates.ts'
import { scoreOf } from './rank.ts'
import { trashedFolders, type Ways, waysTo } from './reach.ts'
import { beginnings, insides, kindToken, misspellings, type Terms, wholeName, wholeStem } from './tokens.ts'

export interface Hit extends Candidate {
  score: number
  path: ParentRef[]
}

/** So many good hits, and looser ways of matching are not tried. */
const enough = 20
/** As many in the sample of one in 32, and there are some 2,000 in all: the sample is the answer. */
const manyInSample = 60
/** Candidates read: each is a page of the table, and the way to its folder. */
const most = { sample: 120, all: 240 }

/** Looks for one sort of items (folders or files), from the strictest way of matching to the loosest, within one transaction. */
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
    await this.take([[wholeName(terms)], [wholeStem(terms)]], false)
    const begin = beginnings(terms)
    if (begin.length > 0) await this.match([begin])
    const inner = insides(terms)
    if (this.hits.size < enough && inner) await this.match([inner])
    if (this.hits.size === 0) {
      const loose = misspellings(terms)
      if (loose.length > 0) await this.match(loose)
    }
    return [...this.hits.values()]
  }

  /** The sample first: words that a large part of all names have must not read them all. */
  private async match(sets: string[][]): Promise<void> {
    const sampled = await this.take(sets, true)
    if (sampled < manyInSample) await this.take(sets, false)
  }

  private async take(sets: string[][], sample: boolean): Promise<number> {
    const { kind } = this.bounds
    const wanted = kind && kind !== 'folder' ? sets.map((set) => [...set, kindToken(kind)]) : sets
    const limits = { sample, most: sample ? most.sample : most.all }
    const found = await candidatesOf(this.sql, this.bounds, wanted, limits)
    const { kept, lost } = await this.keep(found)
    if (found.length < limits.most || kept >= enough || lost === 0 || this.bounds.hidden.length > 0) return kept
    // The trash is full of such names and nothing else fitted in: once more without it.
    this.bounds = { ...this.bounds, hidden: await trashedFolders(this.sql, this.scope) }
    return (await this.keep(await candidatesOf(this.sql, this.bounds, wanted, limits))).kept
  }

  /** Keeps those that really match and that the scope reaches; `lost` are those that match and are out of its reach. */
  private async keep(candidates: readonly Candidate[]): Promise<{ kept: number; lost: number }> {
    const scored = candidates.flatMap((candidate) => {
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
