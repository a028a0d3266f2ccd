import { Migration } from '@mikro-orm/migrations'

/**
 * Names are found by one index of hashed keys per item (decision 0012). The folding stands in the browser's and the
 * server's `contract/search-text.ts` too, and a test compares them.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000020_search extends Migration {
  override up(): void {
    // Case, accents, vowel signs and the like aside. No dictionary and no locale of the database takes part. Functions
    // name their schema, as an index is built without a search path.
    this.addSql(String.raw`create function public.search_fold(name text) returns text
      language plpgsql immutable strict parallel safe as $$
      declare folded text collate "C";
      begin
        if octet_length(name) = length(name) then return lower(name collate "C"); end if;
        folded := lower(normalize(name, NFKD) collate "und-x-icu");
        folded := regexp_replace(folded,
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u3099\u309a]', '', 'g');
        folded := translate(folded, 'ıłøđðħŧςىةکی', 'iloddhtσيهكي');
        return replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
      end $$`)
    // The trigrams of every word (two blanks before it, one behind, as pg_trgm has it), signs as words of their own,
    // and in scripts without blanks each character as the start of a word.
    this.addSql(String.raw`create function public.search_tokens(folded text) returns text[]
      language plpgsql immutable strict parallel safe as $$
      declare
        plain text collate "C" := folded;
        tokens text[];
        word text;
        padded text;
      begin
        if octet_length(plain) = length(plain) then
          tokens := public.show_trgm(plain);
          if plain ~ '[^ a-z0-9._-]' then
            tokens := tokens || array(select '  ' || m[1] from regexp_matches(plain, '([^ a-z0-9._-])', 'g') m);
          end if;
          return tokens;
        end if;
        foreach word in array regexp_split_to_array(plain,
            '[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u060c\u061b\u061f\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020]+') loop
          continue when word = '';
          padded := '  ' || word || ' ';
          for i in 1 .. length(word) + 1 loop
            tokens := tokens || substr(padded, i, 3);
            if substr(word, i, 1) ~ '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]' then
              tokens := tokens || ('  ' || substr(word, i, 1)) || rpad(' ' || substr(word, i, 2), 3);
            end if;
          end loop;
        end loop;
        return tokens || array(select '  ' || m[1] from regexp_matches(plain, '([^ a-z0-9._\u00c0-\U0010ffff-])', 'g') m);
      end $$`)
    // Keys are the owner's own: nobody's search reads what others keep. One item in 32 has a second set, the sample
    // that answers for words that very many names have.
    this.addSql(String.raw`create function public.search_keys(owner uuid, id uuid, is_folder boolean, kind text, name text)
      returns bigint[] language plpgsql immutable strict parallel safe as $$
      declare
        seed bigint := uuid_hash_extended(owner, case when is_folder then 1 else 2 end);
        folded text collate "C" := public.search_fold(name);
        tokens text[] := public.search_tokens(folded) || array[
          '=' || case when is_folder then folded else regexp_replace(folded, '(.)\.[^.]*$', '\1') end, 'kind:' || kind];
      begin
        if get_byte(uuid_send(id), 15) < 8 then
          return array(select hashtextextended(t, s) from unnest(tokens) t, unnest(array[seed, seed + 1]) s);
        end if;
        return array(select hashtextextended(t, seed) from unnest(tokens) t);
      end $$`)
    // A table that holds much gets its index beside the running server (`upkeep/search-index.ts`): no write waits.
    this.addSql(`do $$ begin
      if pg_relation_size('items') < 16 * 1024 * 1024 then
        create index items_search_index on items using gin (search_keys(owner_id, id, is_folder, kind, name))
        with (gin_pending_list_limit = 512) where trashed_at is null;
      end if;
    end $$`)
  }
}
