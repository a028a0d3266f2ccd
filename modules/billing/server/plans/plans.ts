import { sql } from 'kysely'
import {
  type Audit,
  type AuditAction,
  type AuditActor,
  type Db,
  likeLiteral,
  newId,
  type Sql,
  type Tx,
} from '../../../platform/index.ts'
import type { MeteredPlan, PageOf, PlanFilters } from '../../contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import { type PageRequest, readPage } from '../services/list-page.ts'
import { type PlanVersion, planVersionColumns } from './plan.row.ts'

/** Content of a plan's version. */
export type PlanContent = Pick<
  PlanVersion,
  'name' | 'description' | 'currency' | 'amount' | 'interval' | 'max_storage_bytes' | 'max_team_members' | 'meters'
>
interface PlanChanges
  extends Partial<Pick<PlanContent, 'name' | 'description' | 'max_storage_bytes' | 'max_team_members'>> {
  visible?: boolean
}

const latest = `plans p join lateral (select * from plan_versions where plan_id = p.id order by version desc limit 1) v on true`

export type ListedPlan = PlanVersion & { subscribers: number }
const defaultPlansPerPage = 20

/** Plans and their versions. A change of a plan's content is a new version; subscribers keep theirs. */
export class Plans {
  private readonly db: Db
  private readonly audit: Audit
  constructor(db: Db, audit: Audit) {
    this.db = db
    this.audit = audit
  }

  /** Plans that users may subscribe to: the cheapest first, metered plans last. */
  async offered(): Promise<PlanVersion[]> {
    return this.db.query(
      `select ${planVersionColumns()} from ${latest}
       where p.status = 'active' and p.visible order by v.amount nulls last, p.created_at, p.id`,
    )
  }

  /** The newest version of a plan. 404 `plan-not-found`. */
  async find(id: string, executor: Sql = this.db): Promise<PlanVersion> {
    const statement = `select ${planVersionColumns()} from ${latest} where p.id = $1`
    const [plan] = await executor.query<PlanVersion>(statement, [id])
    if (!plan) throw billingErrors.fail('plan-not-found')
    return plan
  }

  /** A plan for administrators, with the number of subscribers, which takes long to count. 404 `plan-not-found`. */
  async details(id: string): Promise<ListedPlan> {
    const [plan] = await this.withSubscribers([await this.find(id)])
    return plan as ListedPlan
  }

  /** The metered plan that accounts are billed by: the oldest active one; null when there is none. */
  async metered(executor: Sql = this.db): Promise<PlanVersion | null> {
    const [plan] = await executor.query<PlanVersion>(
      `select ${planVersionColumns()} from ${latest}
       where p.type = 'metered' and p.status = 'active' order by p.created_at, p.id limit 1`,
    )
    return plan ?? null
  }

  /** The metered plan for accounts without another plan, and the archived ones by which accounts from before are still billed. */
  async meteredPlans(): Promise<MeteredPlan[]> {
    const plans = await this.db.query<MeteredPlan>(
      `select p.id, v.name, p.status = 'active' as "isCurrent", (select count(*) from subscriptions s
         join plan_versions o on o.id = s.plan_version_id
         where o.plan_id = p.id and s.status in ('active', 'cancelled'))::int as accounts
       from ${latest} where p.type = 'metered' order by p.created_at desc, p.id`,
    )
    return plans.filter(({ isCurrent, accounts }) => isCurrent || accounts > 0)
  }

  /** Fixed plans, archived ones included, because they may have subscribers: by name, `count` at most. */
  async names(count: number): Promise<{ id: string; name: string }[]> {
    return this.db.query(
      `select p.id, v.name from ${latest} where p.type = 'fixed' order by lower(v.name), p.id limit $1`,
      [count],
    )
  }

  /** A page of plans, the newest first, archived ones included. `search`: words of the name. 422 `invalid-cursor`. */
  async page(
    { per_page = defaultPlansPerPage, ...request }: PageRequest,
    { search = '', status }: PlanFilters = {},
  ): Promise<PageOf<ListedPlan>> {
    const values: unknown[] = []
    const conditions = status ? [`status = $${values.push(status)}`] : []
    for (const word of search.split(/\s+/).filter(Boolean))
      conditions.push(`search_fold((select name from plan_versions v where v.plan_id = t.id order by version desc limit 1))
        like '%' || search_fold($${values.push(likeLiteral(word))}) || '%'`)
    const page = await readPage<{ id: string; at: string }>(
      this.db,
      { table: 'plans', conditions, values },
      { ...request, per_page },
      (listSql) => listSql,
    )
    const plans = await this.db.query<PlanVersion>(
      `select ${planVersionColumns()} from ${latest} where p.id = any($1)`,
      [page.rows.map(({ id }) => id)],
    )
    const byId = new Map((await this.withSubscribers(plans)).map((plan) => [plan.plan_id, plan]))
    return { ...page, rows: page.rows.map(({ id }) => byId.get(id) as ListedPlan) }
  }

  /** 422 `metered-plan-exists`. */
  async create(actor: AuditActor, type: PlanVersion['type'], content: PlanContent): Promise<PlanVersion> {
    const id = newId()
    return this.db.transaction(async (tx) => {
      // One call after the other: accounts are billed by the one metered plan.
      await tx.lock('coffer.plans')
      if (type === 'metered' && (await this.metered(tx))) throw billingErrors.fail('metered-plan-exists')
      await tx.builder<BillingTables>().insertInto('plans').values({ id, type }).execute()
      await this.addVersion(tx, id, 1, content)
      await this.record(tx, actor, 'billing.plan.created', id, { ...content })
      tx.emit('billing.plan.created', { planId: id })
      return this.find(id, tx)
    })
  }

  /** Changes a plan for new subscribers. 404 `plan-not-found`, 422 `plan-without-limits`. */
  async update(actor: AuditActor, id: string, { visible, ...changes }: PlanChanges): Promise<PlanVersion> {
    return this.db.transaction(async (tx) => {
      await tx.query('select 1 from plans where id = $1 for update', [id])
      const now = await this.find(id, tx)
      const isLimited = changes.max_storage_bytes !== undefined || changes.max_team_members !== undefined
      if (isLimited && now.type === 'metered') throw billingErrors.fail('plan-without-limits')
      const content: PlanContent = { ...contentOf(now), ...changes }
      if (JSON.stringify(content) !== JSON.stringify(contentOf(now)))
        await this.addVersion(tx, id, now.version + 1, content)
      await updatePlan(tx, id, visible === undefined ? {} : { visible })
      await this.record(tx, actor, 'billing.plan.changed', id, { ...changes, visible })
      tx.emit('billing.plan.changed', { planId: id })
      return this.find(id, tx)
    })
  }

  /**
   * Removes a plan that no gateway has had a price of and that never had a subscriber. Other plans are archived: somebody
   * has the plan, or may be paying for it. 404 `plan-not-found`.
   */
  async archive(actor: AuditActor, id: string): Promise<'archived' | 'removed'> {
    return this.db.transaction(async (tx) => {
      await tx.query('select 1 from plans where id = $1 for update', [id])
      await this.find(id, tx)
      // Waits for prices and subscriptions that are being stored, so that the query below finds them.
      await tx.query('select 1 from plan_versions where plan_id = $1 for update', [id])
      const used = await tx.query(
        `select 1 from plan_versions v where v.plan_id = $1 and (
           exists (select 1 from gateway_prices g where g.plan_version_id = v.id)
           or exists (select 1 from subscriptions s where s.plan_version_id = v.id)) limit 1`,
        [id],
      )
      const isUsed = used.length > 0
      if (isUsed) await updatePlan(tx, id, { status: 'archived', visible: false })
      else await tx.builder<BillingTables>().deleteFrom('plans').where('id', '=', id).execute()
      const outcome = isUsed ? 'archived' : 'removed'
      await this.record(tx, actor, `billing.plan.${outcome}`, id, {})
      return outcome
    })
  }

  /** Adds the number of subscribers, including subscribers in their last, cancelled period. */
  private async withSubscribers(plans: readonly PlanVersion[]): Promise<ListedPlan[]> {
    const counted = await this.db.query<{ plan_id: string; subscribers: number }>(
      `select v.plan_id, sum((select count(*) from subscriptions s
         where s.plan_version_id = v.id and s.status in ('active', 'cancelled')))::int as subscribers
       from plan_versions v where v.plan_id = any($1) group by v.plan_id`,
      [plans.map(({ plan_id }) => plan_id)],
    )
    const byPlan = new Map(counted.map(({ plan_id, subscribers }) => [plan_id, subscribers]))
    return plans.map((plan) => ({ ...plan, subscribers: byPlan.get(plan.plan_id) ?? 0 }))
  }

  private async addVersion(tx: Tx, planId: string, version: number, content: PlanContent): Promise<void> {
    const { meters } = content
    await tx
      .builder<BillingTables>()
      .insertInto('plan_versions')
      .values({
        ...content,
        id: newId(),
        plan_id: planId,
        version,
        meters: meters && (JSON.stringify(meters) as never),
      })
      .execute()
  }

  private async record(tx: Tx, actor: AuditActor, action: AuditAction, target: string, details: object): Promise<void> {
    await this.audit({ ...actor, action, target, details: { ...details } }, tx)
  }
}

const updatePlan = (tx: Tx, id: string, changes: { status?: 'archived'; visible?: boolean }) =>
  tx
    .builder<BillingTables>()
    .updateTable('plans')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

const contentOf = (plan: PlanVersion): PlanContent => ({
  name: plan.name,
  description: plan.description,
  currency: plan.currency,
  amount: plan.amount,
  interval: plan.interval,
  max_storage_bytes: plan.max_storage_bytes,
  max_team_members: plan.max_team_members,
  meters: plan.meters,
})
