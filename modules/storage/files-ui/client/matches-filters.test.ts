import t from 'tap'
import { noFilters, type SearchFilters } from '../../search/ui.ts'
import type { Item } from '../../tree/contract.ts'
import type { FolderView } from './folder-view.ts'
import { matchesFilters } from './matches-filters.ts'

type Row = { access?: 'editor'; owner?: string; creator?: string; badges?: string[]; above?: string[] }

const rowOf = ({ access, owner, creator, badges = [], above }: Row): Item => ({
  id: 'item',
  type: 'file',
  attributes: { name: 'plan.txt', kind: 'document', ...(access && { access }), ...(owner && { owner }) } as never,
  relationships: {
    ...Object.fromEntries(badges.map((badge) => [badge, {}])),
    ...(creator && { creator: { data: { id: `id of ${creator}`, attributes: { name: creator } } as never } }),
    ...(above && { badged_ancestors: [{ id: 'above', name: 'Above', badges: above }] }),
  },
})

const folderView = (section: 'files' | 'recent', root: Item | null = null, above: string[] = []) =>
  ({
    location: { section, id: null },
    root,
    path: above.length > 0 ? [{ id: 'above', name: 'Above', color: null, emoji: null, badges: above }] : [],
  }) as unknown as FolderView

const matches = (item: Row, filters: Partial<SearchFilters>, view = folderView('files')) =>
  matchesFilters(
    rowOf(item),
    view,
    { ...noFilters, ...filters },
    {
      userId: 'id of Me',
      modifiedSince: '',
      zone: 'UTC',
    },
  )

t.test('filters: loaded rows by owner', (t) => {
  const ofAda: Row = { access: 'editor', owner: 'Ada Ángel', creator: 'Bob' }
  t.equal(matches({ creator: 'Bob' }, { owner: 'me' }), true, 'the own account, whoever added it')
  t.equal(matches(ofAda, { owner: 'me' }), false)
  t.equal(matches({ ...ofAda, creator: 'Me' }, { owner: 'me' }), true, 'added to the folder of another account')
  for (const owner of ['ada', 'ANGEL', 'bob']) t.equal(matches(ofAda, { owner }), true, owner)
  t.equal(matches(ofAda, { owner: 'ada@example.org', ownerName: 'Ada Ángel' }), true)
  t.equal(matches(ofAda, { owner: 'ada@example.org', ownerName: 'Ada' }), false, 'another person')
  t.equal(matches({}, { owner: 'ada' }), false)
  t.end()
})

t.test('filters: loaded rows by sharing', (t) => {
  const sharings = (row: Row, view?: FolderView) =>
    (['link', 'team', 'none'] as const).filter((shared) => matches(row, { shared }, view))
  t.same(sharings({}), ['none'])
  t.same(sharings({ badges: ['shared'] }), ['link'])
  t.same(sharings({ badges: ['members'] }), ['team'])
  t.same(sharings({ badges: ['shared', 'members'] }), ['link', 'team'])
  t.same(sharings({ access: 'editor' }), ['team'], 'of another account')
  t.same(sharings({}, folderView('files', rowOf({ badges: ['members'] }))), ['team'], 'in the open folder')
  t.same(sharings({}, folderView('files', rowOf({}), ['members'])), ['team'], 'in a folder above')
  t.same(sharings({}, folderView('files', rowOf({ badges: ['shared'] }))), [], 'opened by the link of its folder')
  t.same(sharings({ above: ['members'] }, folderView('recent')), ['team'])
  t.same(sharings({ above: ['shared'] }, folderView('recent')), [])
  t.same(sharings({}, folderView('recent')), ['none'])
  t.end()
})
