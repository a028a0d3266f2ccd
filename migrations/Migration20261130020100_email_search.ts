import { Migration } from '@mikro-orm/migrations'

const expressions = {
  before: `' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email`,
  after: `' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || public.searchable_email(email)`,
}

/** Emails with an international domain are stored in Punycode (D64); searches find them by its Unicode form too. */
export class Migration20261130020100_email_search extends Migration {
  override up(): void {
    // RFC 3492, section 6.2. A label that is no Punycode stays as it is.
    this.addSql(`create function public.decode_punycode(label text) returns text
      language plpgsql immutable strict parallel safe as $$
      declare
        decoded text := case when label like '%-%' then regexp_replace(label, '-[^-]*$', '') else '' end;
        rest text := substr(label, length(decoded) + case when label like '%-%' then 2 else 1 end);
        code bigint := 128;
        i bigint := 0;
        bias bigint := 72;
        former bigint;
        weight bigint;
        k bigint;
        threshold bigint;
        digit bigint;
        delta bigint;
      begin
        while rest <> '' loop
          former := i;
          weight := 1;
          k := 36;
          loop
            digit := case when rest = '' then -1
              else strpos('abcdefghijklmnopqrstuvwxyz0123456789', left(rest, 1)) - 1 end;
            if digit < 0 or weight > 2147483647 then return label; end if;
            rest := substr(rest, 2);
            i := i + digit * weight;
            threshold := greatest(1, least(26, k - bias));
            exit when digit < threshold;
            weight := weight * (36 - threshold);
            k := k + 36;
          end loop;
          delta := (i - former) / case when former = 0 then 700 else 2 end;
          delta := delta + delta / (length(decoded) + 1);
          k := 0;
          while delta > 455 loop
            delta := delta / 35;
            k := k + 36;
          end loop;
          bias := k + 36 * delta / (delta + 38);
          code := code + i / (length(decoded) + 1);
          i := i % (length(decoded) + 1);
          if code > 1114111 or code between 55296 and 57343 then return label; end if;
          decoded := left(decoded, i::int) || chr(code::int) || substr(decoded, i::int + 1);
          i := i + 1;
        end loop;
        return decoded;
      end $$`)
    this.addSql(`create function public.searchable_email(email text) returns text
      language plpgsql immutable strict parallel safe as $$
      begin
        if email not like '%xn--%' then return email; end if;
        return email || ' ' || regexp_replace(email, '[^@]*$', '') || (
          select string_agg(case when label like 'xn--%' then public.decode_punycode(substr(label, 5)) else label end,
            '.' order by position)
          from string_to_table(substring(email from '[^@]*$'), '.') with ordinality as labels (label, position));
      end $$`)
    this.replaceSearchText(expressions.after)
  }

  override down(): void {
    this.replaceSearchText(expressions.before)
    this.addSql('drop function public.searchable_email, public.decode_punycode')
  }

  /** The expression of a column can be changed since PostgreSQL 17 only. */
  private replaceSearchText(expression: string): void {
    this.addSql('drop view user_summaries')
    this.addSql('alter table users drop column search_text')
    this.addSql(
      `alter table users add column search_text text generated always as (public.search_fold(${expression})) stored`,
    )
    this.addSql('create index users_search_index on users using gin (search_text gin_trgm_ops)')
    this.addSql('create index users_name_search_index on users (sort_name, id) include (search_text)')
    this.addSql('create index users_email_search_index on users (lower(email), id) include (email, search_text)')
    this.addSql(`create view user_summaries as
      select id, email, first_name, last_name, avatar, color, role, status, email_verified_at, two_factor_confirmed_at,
        password_hash is not null as has_password, max_storage_bytes, suspended_at, suspension_reason, deletion_at,
        created_at, sort_name, search_text, email_proven_at from users`)
  }
}
