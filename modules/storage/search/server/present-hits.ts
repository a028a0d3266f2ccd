import type { Sql } from '../../../platform/index.ts'
import type { ItemAnnotations, Scope } from '../../tree/index.ts'
import {
  type ItemPresentation,
  type ItemRow,
  itemColumns,
  itemJoins,
  presentationOf,
  presentItem,
} from '../../tree/index.ts'
import type { FoundItems } from '../contract.ts'
import type { SearchHit } from './area-hits.ts'

interface HitPresenter {
  db: Sql
  annotations: ItemAnnotations
}

const presentIn = async (
  { db, annotations }: HitPresenter,
  scope: Scope,
  hits: readonly SearchHit[],
  presentation: ItemPresentation,
): Promise<FoundItems['data']> => {
  const rows = await db.query<ItemRow>(
    `select ${itemColumns} from unnest($1::uuid[]) with ordinality as hit (id, position)
     join items i on i.id = hit.id ${itemJoins('$2')} where i.owner_id = $3 order by hit.position`,
    [hits.map(({ id }) => id), scope.actor.userId, scope.ownerId],
    'storage.search.rows',
  )
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  const top = scope.root === null ? {} : { top: scope.root }
  const ofCaller = presentationOf(scope, { ...top, ...presentation })
  const items = rows.map((row) => {
    const { path = [], inContent } = byId.get(row.id) ?? {}
    const parent = path.at(-1)
    return {
      data: presentItem(row, parent ? { ...ofCaller, parent: { id: parent.id, name: parent.name } } : ofCaller),
      meta: { path: path.map((folder) => ({ ...folder })), ...(inContent && { in_content: true }) },
    }
  })
  const folders = items.flatMap(({ meta }) => meta.path)
  await annotations.put(
    scope,
    items.map(({ data }) => data),
    folders,
  )
  return items
}

/** The hits as resources, in their order, each as its scope presents it. */
export const presentHits = async (
  presenter: HitPresenter,
  hits: readonly SearchHit[],
  presentation: ItemPresentation,
): Promise<FoundItems['data']> => {
  const parts = await Promise.all(
    [...Map.groupBy(hits, ({ scope }) => scope)].map(([scope, hits]) =>
      presentIn(presenter, scope, hits, presentation),
    ),
  )
  const byId = new Map(parts.flat().map((item) => [item.data.id, item]))
  return hits.flatMap(({ id }) => byId.get(id) ?? [])
}
