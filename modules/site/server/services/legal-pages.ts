import { decodeHTMLStrict } from 'entities'
import type { Db, Platform, Tx } from '../../../platform/index.ts'
import { platformErrors, settingsChanged } from '../../../platform/index.ts'
import type { TextNode } from '../../../web/contract.ts'
import { markdownTree } from '../../../web/markdown.ts'
import { type PageResource, type PageSlug, pageSlugs } from '../../contract.ts'
import { siteErrors } from '../errors.ts'
import type { PageText } from './default-pages.ts'
import { htmlFromTree } from './html-from-tree.ts'
import {
  fillPagePlaceholders,
  type LegalPageRow,
  type LegalPageText,
  legalPage,
  type PageLanguages,
  pageTextFor,
  preferredLocales,
  type TextPlaceholders,
  textVersion,
} from './page-texts.ts'
import { treeFromHtml } from './tree-from-html.ts'

/** Changes by an administrator; an empty title or content restores the default text. */
export interface PageChange {
  title?: string
  content?: string
  visible?: boolean
}

/** Titles by language. */
type TitleRow = Pick<LegalPageRow, 'slug' | 'visible'> & { texts: Record<string, Pick<PageText, 'title'>> }

/** The text that a change replaces, and its audit entry. */
interface PageEdit {
  /** Default: the installation's language. */
  locale?: string | undefined
  /** Versions of the texts that are replaced; any without. */
  replaced?: Partial<PageText>
  /** Writes the audit entry, in the transaction of the change. */
  audit?(tx: Tx): Promise<void>
}

/** As long as settings are cached: a message about another process' change may have been lost. */
const maxAgeMs = 1_000

/** Links to other sites, to mail programs and to paths of this server. */
const safeLinks = /^(https?:|mailto:|\/(?![/\\]))/i

const isSlug = (slug: string): slug is PageSlug => (pageSlugs as readonly string[]).includes(slug)

type PagesPlatform = Pick<Platform, 'settings' | 'config' | 'realtime' | 'i18n' | 'languages'>

/** The legal pages: `GET /api/page/{slug}`, `/page/{slug}`, and the administrators' forms. */
export class LegalPages {
  private readonly db: Db
  private readonly platform: PagesPlatform
  private titles: { rows: Promise<TitleRow[]>; readAt: number } | null = null
  constructor(db: Db, platform: PagesPlatform) {
    this.db = db
    this.platform = platform
    platform.realtime.listen(settingsChanged, () => this.invalidate())
  }

  /** All three, in the order of `pageSlugs`. */
  async list(locale: string): Promise<LegalPageText[]> {
    const [languages, values] = await Promise.all([this.languages(), this.placeholders()])
    const rows = await this.db.query<LegalPageRow>(
      `select slug, visible, pages.updated_at,
         coalesce(jsonb_object_agg(locale, jsonb_build_object('title', title, 'content', content))
           filter (where locale = any($1) or locale in (first_title, first_content)), '{}') as texts,
         coalesce(array_agg(locale order by locale collate "C") filter (where title <> '' or content <> ''), '{}') as written,
         coalesce(array_agg(locale order by locale collate "C") filter (where content <> ''), '{}') as contents
       from pages left join page_texts using (slug) cross join lateral (
         select min(locale collate "C") filter (where title <> '') as first_title,
           min(locale collate "C") filter (where content <> '') as first_content
         from page_texts written where written.slug = pages.slug
       ) as first
       group by pages.slug`,
      [preferredLocales(locale, languages)],
      'site.pages',
    )
    return pageSlugs.flatMap((slug) => {
      const row = rows.find((candidate) => candidate.slug === slug)
      return row ? [legalPage(row, locale, languages, values)] : []
    })
  }

  /** Titles of the visible pages by slug, which every page links to; cached like settings. */
  async visibleTitles(locale: string): Promise<Record<string, string>> {
    const [rows, languages, values] = await Promise.all([this.titleRows(), this.languages(), this.placeholders()])
    const entries = pageSlugs.flatMap((slug) => {
      const row = rows.find((candidate) => candidate.slug === slug)
      return row?.visible
        ? [[slug, fillPagePlaceholders(pageTextFor(row, 'title', locale, languages).text, values)]]
        : []
    })
    return Object.fromEntries(entries)
  }

  /**
   * `locale`, or the installation's language without one; 404 for a language that is neither offered nor has texts of the
   * operator, which readers may see.
   */
  async editedLocale(locale: string | undefined): Promise<string> {
    await this.platform.languages.refresh()
    const { offered, standard } = await this.languages()
    if (locale === undefined) return standard
    if (!offered.includes(locale) && !(await this.hasTexts(locale))) throw platformErrors.fail('not-found')
    return locale
  }

  /** One page, also a hidden one; 404 for another slug. */
  async find(slug: string, locale: string): Promise<LegalPageText> {
    const page = isSlug(slug) && (await this.list(locale)).find((candidate) => candidate.slug === slug)
    if (!page) throw platformErrors.fail('not-found')
    return page
  }

  /** The page as visitors may read it; 404 for a hidden one. */
  async visible(slug: string, locale: string): Promise<LegalPageText> {
    const page = await this.find(slug, locale)
    if (!page.visible) throw platformErrors.fail('not-found')
    return page
  }

  /**
   * Changes a page, its texts in one language; 404 for another slug, or a language as in `editedLocale`. 409 `page-changed`
   * when the stored texts are not `edit.replaced`.
   */
  async update(slug: string, { visible, title, content }: PageChange, edit: PageEdit = {}): Promise<void> {
    if (!isSlug(slug)) throw platformErrors.fail('not-found')
    const { replaced = {} } = edit
    const locale = await this.editedLocale(edit.locale)
    await this.db.transaction(async (tx) => {
      // Locked before its texts are read, which may not exist yet.
      await tx.query('update pages set visible = coalesce($2, visible), updated_at = now() where slug = $1', [
        slug,
        visible ?? null,
      ])
      if (title !== undefined || content !== undefined)
        await this.write(tx, [slug, locale], { title, content }, replaced)
      await edit.audit?.(tx)
    })
    this.invalidate()
    // The footers of open pages and other processes have titles only. A tab that edits the content keeps the loaded one.
    if (title === undefined && visible === undefined) return
    this.platform.realtime.publishToEverybody({ event: settingsChanged, ids: {} })
  }

  /** A page's content as elements and texts, also of a draft that is not saved. */
  format(content: string): TextNode[] {
    return content.trimStart().startsWith('<')
      ? treeFromHtml(content, safeLinks)
      : markdownTree(content, { links: safeLinks, decodeEntities: decodeHTMLStrict })
  }

  present({ slug, visible, title, content, locales }: LegalPageText): PageResource {
    const content_formatted = htmlFromTree(this.format(content))
    const attributes = { visibility: visible, title, slug, content, content_formatted, locale: locales.content }
    return { id: slug, type: 'page', attributes }
  }

  /** Whether the operator has texts in a language, empty ones included: a cleared text can still be edited. */
  private async hasTexts(locale: string): Promise<boolean> {
    return (await this.db.query('select from page_texts where locale = $1 limit 1', [locale])).length > 0
  }

  private async write(
    tx: Tx,
    of: [slug: PageSlug, locale: string],
    { title, content }: Pick<PageChange, keyof PageText>,
    replaced: Partial<PageText>,
  ): Promise<void> {
    const [stored] = await tx.query<PageText>(
      'select title, content from page_texts where slug = $1 and locale = $2',
      of,
    )
    const isStale = (['title', 'content'] as const).some(
      (name) => replaced[name] !== undefined && replaced[name] !== textVersion(stored?.[name] ?? ''),
    )
    if (isStale) throw siteErrors.fail('page-changed')
    await tx.query(
      `insert into page_texts as stored (slug, locale, title, content)
       values ($1, $2, coalesce($3, ''), coalesce($4, ''))
       on conflict (slug, locale) do update
         set title = coalesce($3, stored.title), content = coalesce($4, stored.content)`,
      [...of, title ?? null, content ?? null],
    )
  }

  private invalidate(): void {
    this.titles = null
  }

  private titleRows(): Promise<TitleRow[]> {
    if (this.titles && performance.now() - this.titles.readAt < maxAgeMs) return this.titles.rows
    const rows = this.db.query<TitleRow>(
      `select slug, visible,
         coalesce(jsonb_object_agg(locale, jsonb_build_object('title', title)) filter (where title <> ''), '{}') as texts
       from pages left join page_texts using (slug) group by pages.slug`,
      [],
      'site.page-titles',
    )
    const titles = { rows, readAt: performance.now() }
    this.titles = titles
    rows.catch(() => {
      if (this.titles === titles) this.titles = null
    })
    return rows
  }

  private async languages(): Promise<PageLanguages> {
    const { i18n, settings } = this.platform
    return { offered: i18n.locales, standard: i18n.localeOf(null, await settings.get('language')) }
  }

  /** Values of the placeholders in titles and contents. */
  private async placeholders(): Promise<TextPlaceholders> {
    const { settings, config } = this.platform
    const [app, contact] = await Promise.all([settings.get('app_title'), settings.get('contact_email')])
    return { app, url: config.appUrl, contact: contact || `${config.appUrl}/contact-us` }
  }
}
