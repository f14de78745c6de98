-- True of every private table, whichever area made it: row policies bind its owner too, and say out loud that nobody reads
-- it through them. Functions and the server's role go past them by name. Stays the last file.
do $$
declare
  v_table text;
begin
  for v_table in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'private' loop
    execute format('alter table %s enable row level security', v_table);
    execute format('alter table %s force row level security', v_table);
    execute format('create policy nobody on %s as restrictive for all using (false)', v_table);
  end loop;
end
$$;
