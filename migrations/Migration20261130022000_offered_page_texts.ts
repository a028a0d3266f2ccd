import { Migration } from '@mikro-orm/migrations'

/** The languages with texts of their own in the version of this migration. */
const shipped = ['ar', 'cs', 'de', 'en', 'es', 'fr', 'it', 'ja', 'pl', 'pt-BR', 'tr', 'zh']

const setting = "coalesce((select value from settings where name = 'language'), 'en')"

/** The offered language that readers of a tag have, as `Translations.match` finds it; null without one. */
const offeredFor = (tag: string) => `(select locale from (
    select unnest(array[${shipped.map((locale) => `'${locale}'`).join(', ')}]) union select locale from languages
  ) as known (locale)
  where locale not in (select locale from languages where removed)
    and split_part(lower(locale), '-', 1) = split_part(lower(${tag}), '-', 1)
  order by case when starts_with(lower(${tag}) || '-', lower(locale) || '-') then length(locale) else 0 end desc, locale
  limit 1)`

/**
 * Own texts of the legal pages that were stored for the setting `language`, which may be a tag that is not offered (`pt` where
 * `pt-BR` is): readers and the editor have them in the offered one. Texts of a language without an offered one stay.
 */
export class Migration20261130022000_offered_page_texts extends Migration {
  override up(): void {
    this.addSql(`update page_texts t set locale = renamed.offered
      from (
        select distinct on (slug, offered) slug, locale, offered
        from page_texts cross join lateral ${offeredFor('page_texts.locale')} as found (offered)
        order by slug, offered, locale = offered desc, locale
      ) as renamed
      where t.slug = renamed.slug and t.locale = renamed.locale and t.locale <> renamed.offered`)
  }

  /** The former version has the text of the setting's tag, and the one before it no other. */
  override down(): void {
    this.addSql(`update page_texts t set locale = ${setting}
      where locale = ${offeredFor(setting)}
        and not exists (select from page_texts o where o.slug = t.slug and o.locale = ${setting})`)
  }
}
