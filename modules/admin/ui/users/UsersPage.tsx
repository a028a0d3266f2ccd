import { Download, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { EmptyState, LinkButton, useData, usePageContext, useT } from '../../../web/ui.ts'
import { findAllIds } from '../../client/find-all-ids.ts'
import { type UsersState, usersCsvHref, usersHref } from '../../client/users-query.ts'
import type { AdminUserPage } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { formatCount, Pager } from '../Pager.tsx'
import { useListQuery } from '../useListQuery.ts'
import { BulkBar } from './BulkBar.tsx'
import { UsersFilters } from './UsersFilters.tsx'
import { UsersTable } from './UsersTable.tsx'

/** Accounts that one bulk action changes at most. */
const maxSelected = 5_000

const none: ReadonlySet<string> = new Set()

export interface UsersPageData {
  state: UsersState
  users: AdminUserPage
  /** Fixed plans to filter by. */
  plans: readonly { id: string; name: string }[]
}

/** `/admin/users`: the list, whose state is in the URL. */
export const UsersPage = () => {
  const t = useT()
  const { locale } = usePageContext()
  const { state, users, plans } = useData<UsersPageData>()
  const { query, change } = useListQuery(state, usersHref)
  // Accounts that another search has listed would be changed unseen.
  const list = usersHref({ ...state, columns: [], sort: undefined, direction: undefined, cursor: undefined })
  const [selection, setSelection] = useState({ list, ids: none })
  if (selection.list !== list) setSelection({ list, ids: none })
  const selected = selection.ids
  const select = (ids: ReadonlySet<string>) => setSelection({ list, ids })
  /** Finds them in many calls, and selects none when the search or the selection has changed meanwhile. */
  const selectAll = async () => {
    const ids = new Set(await findAllIds(state, maxSelected))
    setSelection((now) => (now === selection ? { list, ids } : now))
  }
  const { from = 0, total, nextCursor, prevCursor } = users.meta.paginate
  const isMinimum = users.meta.total_is_minimum
  const pageHref = (cursor: string | null | undefined) => (cursor ? usersHref({ ...state, cursor }) : null)
  const shown = users.data.map(({ data }) => data)
  return (
    <>
      <AdminHeading
        title={t('admin:users.title')}
        text={t('admin:users.count', { count: total, number: formatCount(total, isMinimum, locale) })}
      >
        <LinkButton href={usersCsvHref(state)} icon={Download} download>
          {t('admin:users.csv')}
        </LinkButton>
        <LinkButton href="/admin/user/create" variant="solid" icon={UserPlus}>
          {t('admin:users.create')}
        </LinkButton>
      </AdminHeading>
      <section aria-label={t('admin:users.list')} className="rounded-lg border border-line bg-surface">
        <UsersFilters query={query} change={change} plans={plans} />
        {selected.size > 0 && (
          <BulkBar
            ids={[...selected]}
            elsewhere={selected.size - shown.filter(({ id }) => selected.has(id)).length}
            total={Math.min(total, maxSelected)}
            onSelectAll={selectAll}
            onDone={() => select(none)}
          />
        )}
        {shown.length > 0 ? (
          <UsersTable users={shown} state={state} query={query} selected={selected} onSelect={select} />
        ) : (
          <EmptyState icon={Users} title={t('admin:users.none')} text={t('admin:users.noneText')} />
        )}
        <Pager
          first={from}
          shown={shown.length}
          total={total}
          isMinimum={isMinimum}
          previous={pageHref(prevCursor)}
          next={pageHref(nextCursor)}
        />
      </section>
    </>
  )
}
