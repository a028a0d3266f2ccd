import { Migration } from '@mikro-orm/migrations'

const tables = [
  'items',
  'blobs',
  'upload_sessions',
  'item_versions',
  'folder_sizes',
  'favourites',
  'exif',
  'request_items',
  'operation_items',
]

/**
 * Tables with a row for each file grow from none to tens of thousands in a minute. Statistics made while there were five
 * rows say that a scan from end to end is cheaper than an index, and sessions keep such plans until the next statistics:
 * storing 30,000 small files went from 0.7 to 2.5 ms each. Without statistics PostgreSQL takes a table for 10 pages at
 * least, and every join goes by an index; so the first are made when there are thousands.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261122000270_young_statistics extends Migration {
  override up(): void {
    for (const table of tables)
      this.addSql(`alter table ${table} set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_insert_threshold = 5000)`)
    // What an instance that is still small has by now. Before PostgreSQL 18 the next statistics mend it.
    this.addSql(`do $$ declare named text; attribute text; begin
      if to_regproc('pg_clear_relation_stats') is null then return; end if;
      for named in select c.relname from pg_class c where c.relnamespace = current_schema()::regnamespace
        and c.relname = any('{${tables.join(',')}}'::text[]) and c.reltuples between 0 and 5000 loop
        perform pg_clear_relation_stats(current_schema(), named);
        for attribute in select attname from pg_stats where schemaname = current_schema() and tablename = named loop
          perform pg_clear_attribute_stats(current_schema(), named, attribute, false);
        end loop;
      end loop;
    end $$`)
  }
}
